import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { emptyDatabase } from '#support/fresh-database.ts'
import { allMigrations } from './all-migrations.ts'

const STEP = 'step-40-kinds-of-failures'

/** What was kept of failures until now, and the kind that each has from now on. */
const kept = {
  'alerts waiting': {
    'The webhook could not be reached: no answer in time.': 'unreachable',
    'The webhook could not be reached: its answer made no sense (HPE_INVALID_CONSTANT).': 'vendor-fault',
    'The webhook has trouble of its own (status 503).': 'vendor-fault',
    'The webhook asks for a pause (status 429).': 'rate-limited',
    'The webhook turns our calls away (status 401). Enter its new address under Settings → Alerts.':
      'refused-credentials',
    'The webhook does not work: nothing answers at its address (status 404). Check it under Settings → Alerts.':
      'wrong-address',
    'The webhook does not work: its address leads elsewhere (status 302), and a redirect is not followed.':
      'wrong-address',
    'The mail server did not accept the user name or the password: 535 no (status 535).':
      'refused-credentials',
    'The mail server takes no mail from our sender address (ALERT_FROM): 553 no (status 553).':
      'refused-sender',
    'The mail server did not take the mail: 451 4.3.0 try again later (status 451).': 'vendor-fault',
    'The mail server could not be reached, or hung up (ESOCKET).': 'unreachable',
    'The alert failed on our side.': 'our-side',
  },
  'alerts parked': {
    'The mail server refused this mail: 550 5.1.1 nobody (status 550).': 'invalid-request',
    'The webhook’s name leads into a private network.': 'invalid-request',
    'Gave up after 72 hours. The webhook has trouble of its own (status 500).': 'vendor-fault',
  },
  'webhook_deliveries waiting': { 'The delivery could not be worked off on our side.': 'our-side' },
  'webhook_deliveries parked': {
    'Gave up after 72 hours. The delivery could not be worked off on our side.': 'our-side',
    'The body is not JSON.': 'unusable',
  },
  'webhook_deliveries done': { 'This kind of news is not used.': null },
  'ad_events waiting': {
    'Meta does not accept the access token or the pixel id (code 190): No.': 'refused-credentials',
    'Meta allows no more calls for now (code 4): Limit reached.': 'rate-limited',
    'Meta could not take the events now (code 1): Unknown.': 'vendor-fault',
    'Meta could not take the events: the connection failed.': 'unreachable',
  },
  'ad_events parked': {
    'Meta refused an event (code 100/sub2804011): Not this one.': 'invalid-request',
    'The visitor has refused adverts since.': null,
    'The browser did not say what it is, which Meta asks for.': null,
    'It happened more than seven days ago, and Meta takes nothing older.': null,
    'It happened more than seven days ago, and Meta takes nothing older. Meta could not take the events now (status 502).':
      'vendor-fault',
  },
  'leads failing': {
    'GoHighLevel did not accept the token, its scopes or the location and did not save the contact (status 401).':
      'refused-credentials',
    'GoHighLevel could not save the contact: it answered with status 500: Oh.': 'vendor-fault',
    'GoHighLevel could not save the contact: its answer could not be read.': 'vendor-fault',
    'GoHighLevel could not save the contact: the connection failed (ECONNREFUSED).': 'unreachable',
    'GoHighLevel could not add the tag: the contact is gone: Not found.': 'not-found',
    'The delivery failed on our side.': 'our-side',
  },
  'leads waiting': { 'GoHighLevel allows no more calls today; what waits goes on tomorrow.': 'rate-limited' },
  'leads parked': {
    'GoHighLevel refused to save the contact (status 422): No.': 'invalid-request',
    'Gave up after 72 hours. GoHighLevel could not save the contact: no answer in time.': 'unreachable',
  },
  'leads delivered': { 'The CRM did not keep this phone number; it may belong to another contact.': null },
  'crm_erasures parked': { 'GoHighLevel refused to delete the contact (status 422).': 'invalid-request' },
  'crm_erasures failing': { 'The deletion failed on our side.': 'our-side' },
  'lead_tags parked': { 'GoHighLevel refused to add the tag (status 422).': 'invalid-request' },
  'auto_tag_logs error': {
    'GoHighLevel refused to add the tag (status 422).': 'invalid-request',
    'GoHighLevel could not add the tag: it answered with status 500.': 'vendor-fault',
  },
  'auto_tag_logs skipped': { 'The lead has this tag already.': null },
  'call_requests waiting': {
    'The voice agent did not take the call: it does not accept our signature (status 401). Check that VOICE_WEBHOOK_SECRET is the same on both sides.':
      'refused-credentials',
    'The voice agent did not take the call: nothing listens at its address (ECONNREFUSED).': 'unreachable',
  },
  'call_requests parked': {
    'The voice agent did not take the call: it answered with status 422.': 'invalid-request',
    'Gave up after an hour. The voice agent did not take the call: it has trouble of its own (status 500).':
      'vendor-fault',
    'Gave up after an hour. It was not tried in time.': 'our-side',
  },
  'call_requests not_called': { 'The phone number cannot be read.': null },
} satisfies Record<string, Record<string, string | null>>

// Whose failure a row is, as far as the ledger asks for it beside its state and its sentence.
const ledgers: Record<string, { insert: string; reason?: string; kind?: string }> = {
  alerts: {
    insert: `insert into alerts (id, channel, kind, created_at, state, reason)
      values (gen_random_uuid(), 'email', 'broke', now(), $1, $2)`,
  },
  webhook_deliveries: {
    insert: `insert into webhook_deliveries (id, vendor, event_id, kind, received_at, body, state, reason)
      values (gen_random_uuid(), 'cal', gen_random_uuid(), 'x', now(), '{}', $1, $2)`,
  },
  ad_events: {
    insert: `insert into ad_events (id, visitor_id, told_by, pixel_id, event_name, url, at, due_at, state, reason)
      values (gen_random_uuid(), gen_random_uuid(), 'browser', '1', 'Lead', '/', now(), now(), $1, $2)`,
  },
  leads: {
    insert: `insert into leads (id, person_id, email, name, phone, slug, capture_source, first_captured_at,
        last_captured_at, crm_state, crm_reason)
      select gen_random_uuid(), id, gen_random_uuid() || '@example.com', 'Ada', '1', 'meme', 'form', now(), now(), $1, $2
      from people`,
    reason: 'crm_reason',
    kind: 'crm_failure_kind',
  },
  crm_erasures: {
    insert: `insert into crm_erasures (id, lead_id, asked_at, state, reason)
      select gen_random_uuid(), id, now(), $1, $2 from leads limit 1`,
  },
  lead_tags: {
    insert: `insert into lead_tags (id, lead_id, tag_name, trigger, evidence, created_at, state, reason)
      select gen_random_uuid(), id, gen_random_uuid(), 'application', '{}', now(), $1, $2 from leads limit 1`,
  },
  auto_tag_logs: {
    insert: `insert into auto_tag_logs (id, at, lead_id, tag_name, execution_ms, status, reason)
      select gen_random_uuid(), now(), id, 'VH01', 1, $1, $2 from leads limit 1`,
  },
  call_requests: {
    insert: `insert into call_requests (id, lead_id, requested_at, state, reason)
      select gen_random_uuid(), id, now(), $1, $2 from leads limit 1`,
  },
}

test('what failed before gets the kind that its sentence tells, and keeps its sentence', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const { database, close } = openDatabase({
    connection: { connectionString: url },
    ...{ maxConnections: 2, statementTimeoutMs: 0, onLostConnection: () => {} },
  })
  onTestFinished(close)
  type Row = { reason: string; kind: string | null }
  const ask = (text: string, values: unknown[] = []) =>
    database.executeQuery<Row>(CompiledQuery.raw(text, values))
  const names = Object.keys(allMigrations)
  const isBefore = ([name]: [string, unknown]) => names.indexOf(name) < names.indexOf(STEP)
  await migrate(database, Object.fromEntries(Object.entries(allMigrations).filter(isBefore)))
  await ask('insert into people (id, created_at) values (gen_random_uuid(), now())')
  for (const [place, kinds] of Object.entries(kept)) {
    const [table = '', state = ''] = place.split(' ')
    for (const reason of Object.keys(kinds)) await ask(ledgers[table]?.insert ?? '', [state, reason])
  }
  await ask(`update ad_connection set failing_since = now(), kind = 'credentials',
    reason = 'Meta does not accept the access token or the pixel id (code 190): No.'`)

  await migrate(database, allMigrations)

  for (const [place, kinds] of Object.entries(kept)) {
    const [table = '', state = ''] = place.split(' ')
    const { reason = 'reason', kind = 'failure_kind' } = ledgers[table] ?? {}
    const stateColumn = { leads: 'crm_state', auto_tag_logs: 'status' }[table] ?? 'state'
    const { rows } = await ask(
      `select ${reason} as reason, ${kind} as kind from ${table} where ${stateColumn} = $1`,
      [state],
    )
    expect({ [place]: new Map(rows.map((row) => [row.reason, row.kind])) }).toEqual({
      [place]: new Map(Object.entries(kinds)),
    })
  }
  expect((await ask('select kind from ad_connection')).rows).toEqual([{ kind: 'refused-credentials' }])
})
