-- Nearly all items come of openings, and each repeated in 24 bytes, of pages that are kept half empty, that it does: its
-- source was 'CASE_OPENING' and the opening's id as text. The id alone says as much.
-- Stop processes of the version before: they would write items whose opening is not named.
lock table inventory_items in access exclusive mode;
do $$
declare odd bigint;
begin
  select id into odd from inventory_items where source_type = 'CASE_OPENING' and source_id !~ '^[1-9][0-9]{0,17}$' limit 1;
  if odd is not null then
    raise exception 'The item % says that it came of an opening and names none: see what npm run verify of the version before says', odd;
  end if;
end $$;
alter table inventory_items
  add column opening_id bigint,
  alter column source_type drop not null,
  alter column source_id drop not null,
  alter column source_index drop not null;
-- Written once, as an update would not do, and without the triggers of one.
alter table inventory_items
  alter column opening_id type bigint using case source_type when 'CASE_OPENING' then source_id::bigint end,
  alter column source_type type text collate "C" using nullif(source_type, 'CASE_OPENING'),
  alter column source_id type text collate "C" using case when source_type <> 'CASE_OPENING' then source_id end,
  alter column source_index type integer using case when source_type <> 'CASE_OPENING' then source_index end,
  add constraint inventory_items_source check (
    case when opening_id is null then num_nulls(source_type, source_id, source_index) = 0 and source_type <> 'CASE_OPENING'
      else num_nonnulls(source_type, source_id, source_index) = 0 end);
analyze inventory_items;
