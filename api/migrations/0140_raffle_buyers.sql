-- By which the tickets of one buyer are found, and the buyers with the most tickets first.
create index raffle_purchases_own on raffle_purchases (raffle_id, user_id, first_ticket);
create index raffle_buyers_most on raffle_buyers (raffle_id, tickets desc, user_id desc);
