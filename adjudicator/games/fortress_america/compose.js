"use strict";
((Pen) => {
  function check(choices, topics) { return []; }
  for (const edition of ["1986", "2012"]) Pen.games[`fortress-america-${edition}`] = { check };
})(typeof Pen === "undefined" ? globalThis.Pen : Pen);
