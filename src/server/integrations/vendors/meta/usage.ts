import { z } from 'zod'

/** What Meta's headers say of its limits: how much is used up, in percent, and for how long to rest at least. */
export type Usage = { percent: number; restMs: number }

const Throttle = z.looseObject({ app_id_util_pct: z.number().catch(0), acc_id_util_pct: z.number().catch(0) })
const AccountUsage = z.looseObject({
  acc_id_util_pct: z.number().catch(0),
  reset_time_duration: z.number().catch(0),
})
const AppUsage = z.looseObject({
  call_count: z.number().catch(0),
  total_cputime: z.number().catch(0),
  total_time: z.number().catch(0),
  estimated_time_to_regain_access: z.number().catch(0),
})
const BusinessUsage = z.record(z.string(), z.array(AppUsage))

const MINUTE = 60_000

/** Reads all of the headers in which Meta tells how much of its limits is used up. */
export function readUsage(headers: Headers): Usage {
  const usages: Usage[] = []
  const read = <S extends z.ZodType>(name: string, schema: S, usage: (value: z.output<S>) => Usage[]) => {
    const value = schema.safeParse(parsed(headers.get(name)))
    if (value.success) usages.push(...usage(value.data))
  }
  const ofApp = (one: z.output<typeof AppUsage>): Usage => ({
    percent: Math.max(one.call_count, one.total_cputime, one.total_time),
    restMs: one.estimated_time_to_regain_access * MINUTE,
  })
  read('x-fb-ads-insights-throttle', Throttle, (one) => [
    { percent: Math.max(one.app_id_util_pct, one.acc_id_util_pct), restMs: 0 },
  ])
  read('x-ad-account-usage', AccountUsage, (one) => [
    { percent: one.acc_id_util_pct, restMs: one.reset_time_duration * 1000 },
  ])
  read('x-app-usage', AppUsage, (one) => [ofApp(one)])
  read('x-business-use-case-usage', BusinessUsage, (all) => Object.values(all).flat().map(ofApp))
  return {
    percent: Math.max(0, ...usages.map(({ percent }) => percent)),
    restMs: Math.max(0, ...usages.map(({ restMs }) => restMs)),
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
