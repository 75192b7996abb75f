"""Events that people arrange: evenings, clubs, tournaments, the days, and the tables made for them."""
