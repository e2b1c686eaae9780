"""What a clock says: deadlines, steps and facts, of a policy, a situation and a moment."""
