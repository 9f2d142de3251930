-- What was finished within the last day is counted at each look at the figures.
create index cleanings_finished on cleanings (finished_at) where state <> 'open';
