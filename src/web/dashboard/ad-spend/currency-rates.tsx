import { useId, useState } from 'react'
import { z } from 'zod'
import { call } from '#web/dashboard/api/call.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useKeptTyping } from '#web/dashboard/ui/use-kept-typing.ts'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { typedRate } from './typed-rate.ts'
import { useRates } from './use-ad-spend.ts'

const nothingTyped = { currency: '', rate: '', into: '' }
const Typed = z.object({ currency: z.string(), rate: z.string(), into: z.string() })
const kept = keptInTab('currency-rate', (value) => Typed.safeParse(value).data)

/** Fixed rates between currencies, set by hand and used nowhere but where that is said. */
export function CurrencyRates() {
  const id = useId()
  const { data } = useRates()
  const [typed, setTyped] = useKeptTyping(kept, nothingTyped)
  const [isRateLeft, setRateLeft] = useState(false)
  const set = useChange({
    make: ({ currency, into, worth }: typeof typed & { worth: number }) =>
      call('PUT /api/ad-spend/rates/:currency', {
        ...{ currency, rate: worth, into },
        // Only while the list is not read yet nobody has seen what stands in it.
        ...(data && { inPlaceOf: data.find((one) => one.currency === currency) ?? null }),
      }),
    renews: ['ads'],
    // Results are read again before, and meanwhile the next one may be typed.
    after: (_rates, { currency, rate }) => {
      const isSent = (one: typeof typed | undefined) => one?.currency === currency && one.rate === rate
      if (isSent(kept.read())) kept.forget()
      setTyped((now) => (isSent(now) ? nothingTyped : now))
    },
  })
  const forget = useChange({
    make: (currency: string) => call('DELETE /api/ad-spend/rates/:currency', { currency }),
    failed: 'It was not removed',
    renews: ['ads'],
  })
  const removing = useOpened<HTMLHeadingElement>({ isBusy: forget.isPending })
  const rate = typedRate(typed.rate)
  const isNotInDigits = /[^\d\s.,'’]/.test(typed.rate)
  const whole =
    /^[A-Z]{3}$/.test(typed.currency) && /^[A-Z]{3}$/.test(typed.into) && typeof rate === 'number'
      ? rate
      : null
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} ref={removing.opener} tabIndex={-1} className="text-lg font-semibold">
        Several currencies
      </h2>
      <p className="mt-1 text-sm text-ink-2">
        Amounts in different currencies are never added. To see them as one, set a rate of your own; the
        dashboard says so wherever it is used.
      </p>
      {data && data.length > 0 && (
        <ul aria-label="Rates" className="mt-2">
          {data.map((rate) => (
            <li
              key={rate.currency}
              className="flex items-center justify-between gap-3 border-b border-line py-1 text-sm tabular-nums"
            >
              <span>
                1 {rate.currency} = {rate.rate} {rate.into}
              </span>
              <Button
                look="quiet"
                disabled={forget.isPending}
                onClick={() => {
                  removing.leave()
                  forget.mutate(rate.currency)
                }}
              >
                Remove<span className="sr-only"> the rate of {rate.currency}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="mt-3 flex flex-wrap items-end gap-2"
        onBlur={() => setRateLeft(true)}
        onSubmit={(event) => {
          event.preventDefault()
          if (whole !== null) set.mutate({ ...typed, worth: whole })
        }}
      >
        <TextField
          label="One"
          value={typed.currency}
          onChange={(text) => setTyped({ ...typed, currency: text.toUpperCase() })}
          maxLength={3}
          placeholder="EUR"
          className="w-20"
        />
        <TextField
          label="is"
          value={typed.rate}
          onChange={(rate) => {
            setRateLeft(false)
            setTyped({ ...typed, rate })
          }}
          maxLength={14}
          placeholder="1.08"
          className="w-28"
        />
        <TextField
          label="of"
          value={typed.into}
          onChange={(text) => setTyped({ ...typed, into: text.toUpperCase() })}
          maxLength={3}
          placeholder="USD"
          className="w-20"
        />
        <Button type="submit" disabled={whole === null || set.isPending}>
          Set the rate
        </Button>
      </form>
      {/* Half a number is no slip yet. */}
      {isNotInDigits && (
        <p role="alert" className="mt-2 text-sm text-danger">
          Write the rate in digits alone, such as 1.08.
        </p>
      )}
      {isRateLeft && rate === undefined && typed.rate.trim() !== '' && !isNotInDigits && (
        <p role="alert" className="mt-2 text-sm text-danger">
          Write the rate as one number above zero, such as 1.08.
        </p>
      )}
      {rate === 'unclear' && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {`Is it ${typed.rate.replace(',', '.')} or ${typed.rate.replace(',', '')}? Write it without the comma.`}
        </p>
      )}
      {set.error && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {sentenceOf(set.error)}
        </p>
      )}
    </section>
  )
}
