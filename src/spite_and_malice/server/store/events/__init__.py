"""What people arrange: evenings, clubs, tournaments, the days, and the tables that are made for them."""
