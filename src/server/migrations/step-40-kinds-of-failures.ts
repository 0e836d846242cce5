import { type Kysely, sql } from 'kysely'

/**
 * A failure keeps its kind beside its sentence. What failed before has only its sentence: it is read here this once, in
 * the words that were in use until now.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** What a sentence about something that is tried again says; null where there is none. */
const saidIn = (reason: string) => `case
    when ${reason} is null then null
    when ${reason} ~* '\\ynothing answers at its address\\y|\\yits address leads elsewhere\\y' then 'wrong-address'
    when ${reason} ~* '\\y(did|does) not accept (the (token|access token|user name)|our signature)\\y|\\yturns our calls away\\y|it answered with status 40[13]\\y'
      then 'refused-credentials'
    when ${reason} ~* '\\yfailed on our side\\y|\\yworked off on our side\\y|\\ynot tried in time\\y' then 'our-side'
    when ${reason} ~* '\\ytakes no mail from our sender\\y' then 'refused-sender'
    when ${reason} ~* '\\yallows no more calls\\y|\\yasks for a pause\\y|\\ystatus 429\\y' then 'rate-limited'
    when ${reason} ~* '\\ythe contact is gone\\y' then 'not-found'
    when ${reason} ~* '\\yrefused (to|an event|this mail)\\y' then 'invalid-request'
    when ${reason} ~* '\\ystatus \\d{3}\\y|\\(code [\\d/a-z]+\\)|\\yanswer (made no sense|that made no sense|could not be read)\\y'
      then 'vendor-fault'
    else 'unreachable' end`

// What was set aside at once was refused for good; the rest was tried until its time was over, and says so.
const ofKept = (reason = 'reason', state = 'state') => `case
    when ${state} = 'parked' and ${reason} !~ '^Gave up after ' and ${reason} !~* '\\ythe contact is gone\\y'
      then 'invalid-request'
    else ${saidIn(reason)} end`

const TOO_OLD = 'It happened more than seven days ago, and Meta takes nothing older.'

const statements = [
  'alter table leads add column crm_failure_kind text',
  `update leads set crm_failure_kind = ${ofKept('crm_reason', 'crm_state')}
    where crm_state <> 'delivered' and crm_reason is not null`,

  'alter table crm_erasures add column failure_kind text',
  `update crm_erasures set failure_kind = ${ofKept()} where reason is not null`,

  'alter table lead_tags add column failure_kind text',
  `update lead_tags set failure_kind = ${ofKept()}
    where state = 'parked' and reason is not null and not evidence ? 'heldBack'`,
  'alter table auto_tag_logs add column failure_kind text',
  `update auto_tag_logs set failure_kind = ${saidIn('reason')} where status = 'error' and reason is not null`,

  'alter table call_requests add column failure_kind text',
  `update call_requests set failure_kind = ${ofKept()}
    where state in ('waiting', 'parked') and reason is not null`,

  'alter table alerts add column failure_kind text',
  `update alerts set failure_kind = ${ofKept()} where state in ('waiting', 'parked') and reason is not null`,

  // What our own rules set aside, nobody failed at.
  'alter table ad_events add column failure_kind text',
  `update ad_events set failure_kind = case
      when starts_with(reason, '${TOO_OLD}') then ${saidIn(`nullif(substr(reason, ${TOO_OLD.length + 2}), '')`)}
      when state = 'parked' then 'invalid-request'
      else ${saidIn('reason')} end
    where state in ('waiting', 'parked') and reason is not null
      and reason not in ('The visitor has refused adverts since.',
        'The browser did not say what it is, which Meta asks for.')`,
  `update ad_connection set kind = ${saidIn('reason')} where failing_since is not null`,

  'alter table webhook_deliveries add column failure_kind text',
  `update webhook_deliveries set failure_kind = case
      when state = 'parked' and reason !~ '^Gave up after ' then 'unusable' else 'our-side' end
    where state in ('waiting', 'parked') and reason is not null`,
]
