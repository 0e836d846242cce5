import { BringFile } from './bring-file.tsx'
import { CurrencyRates } from './currency-rates.tsx'
import { ImportHistory } from './import-history.tsx'
import { ImportKeys } from './import-keys.tsx'
import { MacroNotice } from './macro-notice.tsx'
import { MetaReading } from './meta-reading.tsx'
import { WhereToFind } from './where-to-find.tsx'

/** What was paid for ads, and where it was read from: by file, by script, or from Meta itself. */
export function AdSpend() {
  return (
    <div className="pb-12">
      <MacroNotice />
      <div className="mt-6 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <div className="min-w-0 space-y-10">
          <BringFile />
          <ImportHistory />
          <WhereToFind />
        </div>
        <div className="min-w-0 space-y-10">
          <MetaReading />
          <ImportKeys />
          <CurrencyRates />
        </div>
      </div>
    </div>
  )
}
