-- Room: batches. What a batch is judged by where its caller says it, and which candidates are likely the
-- same.

-- Encrypted as the job description is, but kept until the batch is deleted: its status repeats it.
alter table batches add column criteria_sealed bytea;

-- Indexes of other candidates of the batch, from 0; never what they have in common.
alter table batch_items add column duplicate_of smallint[] not null default '{}';
