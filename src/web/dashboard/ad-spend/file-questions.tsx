import { useId, useState } from 'react'
import { type SpendColumn, type SpendPreview, spendColumns } from '#contract/spend-file.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { TextField } from '#web/dashboard/ui/text-field.tsx'

type Answer = (answers: Record<string, string>) => void
type QuestionProps = { preview: SpendPreview; isSending: boolean; onAnswer: Answer }

const columnWords: Record<SpendColumn, string> = {
  date: 'Day (or first day)',
  end: 'Last day',
  campaignId: 'Campaign id',
  campaign: 'Campaign',
  adsetId: 'Ad set id',
  adset: 'Ad set',
  adId: 'Ad id',
  ad: 'Ad',
  spend: 'Amount spent',
  currency: 'Currency',
  impressions: 'Impressions',
  clicks: 'Clicks',
  accountId: 'Account id',
  platform: 'Platform',
}
const NEEDED: readonly SpendColumn[] = ['date', 'spend']

function Columns({ preview, isSending, onAnswer }: QuestionProps) {
  const id = useId()
  const [named, setNamed] = useState<Partial<Record<SpendColumn, string>>>(preview.columns)
  const isNamed = (['campaign', 'campaignId', 'adset', 'adsetId', 'ad', 'adId'] as const).some(
    (one) => named[one],
  )
  const canRead = NEEDED.every((one) => named[one]) && isNamed
  const sampleOf = (header: string | undefined): string => {
    const place = header === undefined ? -1 : preview.headers.indexOf(header)
    return preview.samples.map((row) => row[place] ?? '').find((cell) => cell !== '') ?? ''
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const columns = Object.fromEntries(Object.entries(named).filter(([, header]) => header))
        onAnswer({ columns: JSON.stringify(columns) })
      }}
    >
      <p className="text-sm">
        These headings are in a language that is not known here. Say once which column holds what; it is
        remembered for files like this one. At least the day, the amount, and a name or an id.
      </p>
      <div className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {spendColumns.map((column) => (
          <div key={column}>
            <label htmlFor={`${id}-${column}`} className="block text-sm text-ink-2">
              {columnWords[column]}
              {NEEDED.includes(column) && <span className="text-ink-3"> · needed</span>}
            </label>
            <select
              id={`${id}-${column}`}
              value={named[column] ?? ''}
              onChange={({ currentTarget }) => setNamed({ ...named, [column]: currentTarget.value })}
              className={`${fieldLook} mt-1`}
            >
              <option value="">Not in this file</option>
              {[...new Set(preview.headers.filter(Boolean))].map((header) => (
                <option key={header} value={header}>
                  {header}
                </option>
              ))}
            </select>
            {named[column] && (
              <p className="mt-0.5 truncate text-xs text-ink-3">e.g. {sampleOf(named[column]) || 'empty'}</p>
            )}
          </div>
        ))}
      </div>
      <Button type="submit" look="primary" className="mt-4" disabled={!canRead || isSending}>
        {isSending ? 'Reading…' : 'Read the file'}
      </Button>
    </form>
  )
}

function Currency({ isSending, onAnswer }: QuestionProps) {
  const [currency, setCurrency] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer({ currency })
      }}
    >
      <p className="text-sm">This file does not say its currency. In which one does this ad account pay?</p>
      <div className="mt-2 flex items-end gap-2">
        <TextField
          label="Currency"
          value={currency}
          onChange={(text) => setCurrency(text.toUpperCase())}
          maxLength={3}
          placeholder="USD"
          className="w-28"
        />
        <Button type="submit" look="primary" disabled={!/^[A-Z]{3}$/.test(currency) || isSending}>
          {isSending ? 'Reading…' : 'Read the file'}
        </Button>
      </div>
    </form>
  )
}

type Choice = { label: string; answers: Record<string, string> }

function Choices({
  question,
  choices,
  isSending,
  onAnswer,
}: {
  question: string
  choices: Choice[]
  isSending: boolean
  onAnswer: Answer
}) {
  return (
    <div>
      <p className="text-sm">{question}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {choices.map(({ label, answers }) => (
          <Button key={label} disabled={isSending} onClick={() => onAnswer(answers)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** What must be said of a file before it can be read, one question at a time. */
export function FileQuestions(props: QuestionProps) {
  const { preview } = props
  if (preview.needs === 'columns') return <Columns {...props} />
  if (preview.needs === 'currency') return <Currency {...props} />
  if (preview.needs === 'platform')
    return (
      <Choices
        {...props}
        question="Whose file is this?"
        choices={[
          { label: 'Meta', answers: { platform: 'meta' } },
          { label: 'Google', answers: { platform: 'google' } },
          { label: 'TikTok', answers: { platform: 'tiktok' } },
        ]}
      />
    )
  const place = preview.headers.indexOf(preview.columns.date ?? '')
  const example = preview.samples[0]?.[place] ?? ''
  return (
    <Choices
      {...props}
      question={`${example ? `Its days are written like ${example}.` : 'The days in its title can be read in two ways.'} What comes first?`}
      choices={[
        { label: 'The day', answers: { dates: 'day-first' } },
        { label: 'The month', answers: { dates: 'month-first' } },
      ]}
    />
  )
}
