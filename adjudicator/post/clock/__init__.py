"""What a clock says: deadlines, steps and facts, as functions of a policy, a situation and now."""
