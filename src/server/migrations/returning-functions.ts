/** How many of a day's people came back after k or more days, for each k, from how many came back after each gap. */
export const againOfFunction = `
create function again_of(gaps integer[], counts bigint[]) returns integer[] language plpgsql immutable as $function$
declare
  longest integer := (select max(gap) from unnest(gaps) gap);
  own integer[];
  running integer := 0;
begin
  if longest is null then return '{}'; end if;
  own := array_fill(0, array[longest]);
  for i in 1..cardinality(gaps) loop own[gaps[i]] := own[gaps[i]] + counts[i]::integer; end loop;
  for k in reverse longest..1 loop running := running + own[k]; own[k] := running; end loop;
  return own;
end $function$`

/** The sum of two of them. It ends at the last number that is not zero, so that taking back gives the very same array. */
export const againSumFunction = `
create function again_sum(a integer[], b integer[]) returns integer[] language plpgsql immutable as $function$
declare
  sum integer[] := case when cardinality(a) >= cardinality(b) then a else b end;
  other integer[] := case when cardinality(a) >= cardinality(b) then b else a end;
  last integer;
begin
  for k in 1..cardinality(other) loop sum[k] := sum[k] + other[k]; end loop;
  last := cardinality(sum);
  while last > 0 and sum[last] = 0 loop last := last - 1; end loop;
  if last = 0 then return '{}'; end if;
  return sum[1:last];
end $function$`
