Yours, Anna
