-- Room: console. Adds two lists of counts, position by position.
create or replace function call_counts_sum(p_one bigint[], p_other bigint[])
returns bigint[] language sql immutable
return (select array_agg(coalesce(u.a, 0) + coalesce(u.b, 0) order by u.n)
        from unnest(p_one, p_other) with ordinality as u(a, b, n));
