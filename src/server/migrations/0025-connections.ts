import { applyAll } from './apply-all.ts'

/** Why a vendor's call was turned away, and the account that the contacts' ids in the CRM belong to. */
export const up = applyAll([
  'alter table webhook_refusals add column reason text',

  `create table crm_account (
    id integer primary key check (id = 1),
    fingerprint text not null
  )`,
  `comment on table crm_account is 'Which account of the CRM the ids of contacts belong to: a digest of its id.'`,
])
