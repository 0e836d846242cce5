import { Download } from 'lucide-react'
import { useId } from 'react'
import { spendTemplate } from '#contract/spend-template.ts'
import { useCsvSeparator } from '#web/dashboard/export/csv-separator.ts'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'

const managers = [
  {
    name: 'Meta Ads Manager',
    steps: [
      'Open the Ads tab and choose the days at the top right.',
      'Breakdown → By time → Day. Without it only the sum of all days is in the file.',
      'Columns → Customize columns: add Campaign ID, Ad set ID and Ad ID, so that a renamed ad stays the same ad.',
      'Reports → Export table data → CSV.',
    ],
  },
  {
    name: 'Google Ads',
    steps: [
      'Campaigns → Ads (or Ad groups), and choose the days at the top right.',
      'Segment → Time → Day. Under Columns add Currency code, and Ad ID and Ad group ID where they are offered.',
      'Download → CSV. The file for Excel (.csv) works, too.',
      'A Performance Max campaign has no ads: bring a second file from the Campaigns tab, by day as well. What is in both counts once.',
    ],
  },
  {
    name: 'TikTok Ads Manager',
    steps: [
      'Open the Ad tab and choose the days.',
      'In the columns add Campaign ID, Ad group ID and Ad ID, and under Breakdown choose Day.',
      'Export → CSV. It does not say the currency: you are asked for it once.',
    ],
  },
]

/** Where the file lies in each ad manager, and our template for any other. */
export function WhereToFind() {
  const id = useId()
  const separator = useCsvSeparator()
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        Where the file is
      </h2>
      <div className="mt-2 border-t border-line">
        {managers.map(({ name, steps }) => (
          <Disclosure key={name} title={name} place="border-b border-line">
            <ol className="mb-3 ml-5 list-decimal space-y-1 pl-4 text-sm text-ink-2">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Disclosure>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-2">
        For any other platform, use our template: one row for each ad and day.{' '}
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(spendTemplate(separator))}`}
          download="ad-spend.csv"
          className="-my-3 inline-flex min-h-11 items-center gap-1.5 underline underline-offset-2 md:-my-1 md:min-h-8"
        >
          <Download size={15} aria-hidden="true" />
          Download the template
        </a>
      </p>
    </section>
  )
}
