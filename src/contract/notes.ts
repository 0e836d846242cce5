import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'
import { leadStages } from './lead.ts'
import { DueDay, NextStep } from './next-step.ts'
import { line, lines } from './text.ts'

/** What the owner writes about a lead, in as many lines as it takes. */
const NoteText = lines(5000).min(1, 'must not be empty')

/** What the owner wrote about a lead. */
export const Note = z.object({
  id: z.string(),
  text: z.string(),
  writtenAt: z.string(),
  /** When it was last changed; null where it stands as it was written. */
  changedAt: z.string().nullable(),
})
export type Note = z.output<typeof Note>

/** A lead of whom something is to be done. */
export const LeadToDo = NextStep.extend({
  leadId: z.string(),
  name: z.string(),
  phoneE164: z.string().nullable(),
  phoneText: z.string(),
  email: z.string(),
  stage: z.enum(leadStages),
  tags: z.array(z.string()),
})
export type LeadToDo = z.output<typeof LeadToDo>

const leadId = z.string()
const NextStepText = line(300).min(1, 'must not be empty')

/** The owner's own notes of leads, and what to do next. They stay here. */
export const notesApi = {
  'GET /api/leads/:leadId/notes': {
    for: 'owner',
    input: z.object({ leadId }),
    output: z.object({ notes: z.array(Note), nextStep: NextStep.nullable() }),
    summary: 'What the owner wrote about a lead, newest first, and what is to be done next.',
  },
  'POST /api/leads/:leadId/notes': {
    for: 'owner',
    input: z.object({ leadId, noteId: z.uuid('must be a UUID').optional(), text: NoteText }),
    output: Note,
    summary: 'Adds a note. With a noteId of the caller’s own the same call again adds no second one.',
  },
  'PUT /api/leads/:leadId/notes/:noteId': {
    for: 'owner',
    input: z.object({ leadId, noteId: z.string(), text: NoteText, inPlaceOf: z.string().optional() }),
    output: Note,
    summary:
      'Changes a note; where it says something else by now than `inPlaceOf`, it stays and the answer is 409.',
  },
  'DELETE /api/leads/:leadId/notes/:noteId': {
    for: 'owner',
    input: z.object({ leadId, noteId: z.string() }),
    output: Done,
    summary: 'Deletes a note.',
  },
  'PUT /api/leads/:leadId/next-step': {
    for: 'owner',
    input: z.object({
      leadId,
      text: NextStepText,
      dueOn: DueDay,
      inPlaceOf: NextStep.nullable().optional(),
    }),
    output: NextStep,
    summary:
      'Says what is to be done next about a lead and by which day, in place of what was said before. With `inPlaceOf`, which is null for nothing, another one that is set by now stays and the answer is 409.',
  },
  'DELETE /api/leads/:leadId/next-step': {
    for: 'owner',
    input: z.object({ leadId, ...NextStep.partial().shape }),
    output: Done,
    summary:
      'Nothing more is to be done: it is done, or dropped. Where the step is named, and another one is set by now, that stays and the answer is 409.',
  },
  'GET /api/next-steps': {
    for: 'owner',
    input: z.object({ limit: z.coerce.number<number | string>().int().min(1).max(1000).default(500) }),
    output: z.array(LeadToDo),
    summary:
      'The leads of whom something is to be done, what is due first at the top; `X-Total-Count` says how many.',
  },
} satisfies Endpoints
