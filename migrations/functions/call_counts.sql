-- Room: console. How many numbers fall into each bucket, from 0 to the last.
create or replace function call_counts(p_buckets smallint[], p_last integer)
returns bigint[] language sql immutable
return (select array_agg((select count(*) from unnest(p_buckets) b where b = n) order by n)
        from generate_series(0, p_last) n);
