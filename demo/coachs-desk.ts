import { sql } from 'kysely'
import { dayIn } from '#server/counting/local-days.ts'
import { insertNote, writeNextStep } from '#server/notes/store.ts'
import type { Database } from '#server/platform/database.ts'
import { idsOn } from '#server/platform/ids.ts'
import type { Random } from './random.ts'

const MINUTE = 60_000
const DAY = 24 * 3_600_000
const ZONE = 'America/Los_Angeles'

const NOTES = [
  'Knows exactly who would buy it. Wants the weekend rhythm, not the evenings.',
  'Nervous about the price, not about the work. Send the story of the dog groomer.',
  'Has a list of forty people to ask. Start there.',
  'Called back between two lessons. Warm, quick, decides alone.',
  'Wants to wait until the house is sold. Ask again then.',
]
const STEPS = [
  'Send the summary of our call',
  'Ask whether the partner has read it',
  'Call again about the start date',
  'Send the payment link',
]

/** What the coach keeps of the newest people who came far: notes, and what to do next, some of it due by now. */
export async function keepDesk(database: Database, random: Random, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select lead.id, max(step.at) as at from leads lead join lead_steps step on step.lead_id = lead.id
    where step.step in ('applied', 'booked') group by lead.id order by 2 desc limit 14`.execute(database)
  for (const [place, { id: leadId, at: reached }] of rows.entries()) {
    const at = new Date(Math.min(now.getTime() - 1000, reached.getTime() + random.whole(10, 600) * MINUTE))
    const newId = idsOn({ now: () => at }, random.bytes)
    const [note = ''] = [NOTES[place % NOTES.length]]
    if (place % 3 !== 2) await insertNote(database, { id: newId(), leadId, text: note, at })
    if (place % 2 === 0) {
      // From the day before yesterday to the end of the week.
      const dueOn = dayIn(ZONE, new Date(now.getTime() + (place / 2 - 2) * DAY))
      await writeNextStep(database, { leadId, text: STEPS[(place / 2) % STEPS.length] ?? '', dueOn, at })
    }
  }
}

/** Lets the mails of the month have gone out when they were due: they were queued now, for calls of all its days. */
export async function sendMonthsMails(database: Database, now: Date): Promise<void> {
  await sql`
    update mails mail set created_at = told.at, settled_at = told.settled_at,
      state = case when mail.state = 'waiting' and told.due <= ${now} then 'sent' else mail.state end
    from (
      select one.id, least(call.booked_at + interval '1 second', ${now}) as at,
        coalesce(one.send_after, call.changed_at) as due,
        case when one.state = 'withdrawn' then call.changed_at
          when coalesce(one.send_after, call.changed_at) <= ${now}
          then coalesce(one.send_after, call.changed_at) + interval '2 seconds' end as settled_at
      from mails one join calendar_bookings call on one.key like 'booking:' || call.uid || ':%'
    ) told where told.id = mail.id`.execute(database)
}
