import type { FastifyInstance } from 'fastify'
import { fieldLabel, readPasted } from '#contract/pasted-value.ts'
import {
  type EnteredVendor,
  type VendorFieldName,
  type VendorFieldState,
  type VendorValues,
  vendorFields,
  vendorSettingsApi,
} from '#contract/vendor-settings.ts'
import type { AdReports } from '#server/integrations/ad-reports.ts'
import type { Crm } from '#server/integrations/crm.ts'
import { whyNotOutside } from '#server/integrations/post-outside.ts'
import type { Outside } from '#server/integrations/send-outside.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CurrentVendorSettings } from '#server/vendor-settings/current-vendor-settings.ts'
import type { VendorsInUse } from '#server/vendor-settings/vendors-in-use.ts'
import { checkCrm } from './check-crm.ts'
import { type HurryParts, hurryVendor } from './hurry-vendor.ts'
import { noteCrmTested } from './note-tested.ts'
import { testAdReports } from './test-ad-reports.ts'

/** What entering vendors' values needs. */
export type VendorSettingsParts = HurryParts & {
  ownerGate: OwnerGate
  vendorSettings: CurrentVendorSettings
  inUse: VendorsInUse
  outside: Outside
  live: Pick<Live, 'changed'>
  /** The CRM with values that are about to be kept. */
  tryCrm(values: { token: string; locationId: string }): Crm
  /** An ad account with values that are about to be kept. */
  tryAdReports(values: { token: string; accountId: string }): AdReports
}

type Faults = Partial<Record<VendorFieldName, string>>

/** Refuses with one sentence for each field at fault. */
function refuse(faults: Faults): void {
  const sentences = Object.values(faults)
  const [first] = sentences
  if (first === undefined) return
  throw new Refusal('invalid', sentences.length === 1 ? first : 'Some fields need another look.', {
    fields: faults,
  })
}

/** What was pasted, read field by field: what is to be kept, and the names of what is to be emptied. */
function readEntered(
  { inUse, outside }: VendorSettingsParts,
  vendor: EnteredVendor,
  given: VendorValues,
): { values: VendorValues; emptied: VendorFieldName[] } {
  const faults: Faults = {}
  const values: VendorValues = {}
  const emptied: VendorFieldName[] = []
  for (const { name, variable, source, isOptional, isReadable } of inUse.fieldsOf(vendor)) {
    const text = given[name]
    if (text !== undefined && source === 'environment') {
      const label = fieldLabel(vendor, name)
      throw new Refusal('conflict', `${label}: ${variable} is set on the server and wins; change it there.`)
    }
    const read = readPasted(vendor, name, text ?? '')
    const whyNot = 'value' in read && name === 'url' && read.value ? whyNotOutside(read.value, outside) : null
    if ('problem' in read) faults[name] = read.problem
    else if (whyNot) faults[name] = `${fieldLabel(vendor, name)}: ${whyNot}`
    else if (read.value !== '') values[name] = read.value
    else if (isOptional && text !== undefined) emptied.push(name)
    else if (!isOptional && (source === 'nothing' || !isReadable))
      faults[name] = `${fieldLabel(vendor, name)}: enter it.`
  }
  refuse(faults)
  return { values, emptied }
}

/** What was found out about values before they are kept. */
type TriedOut = { message: string; isAccepted: boolean }

/** Tries values out before they are kept; refuses those that the vendor does not accept. */
async function tryOut(
  parts: VendorSettingsParts,
  vendor: EnteredVendor,
  { token, locationId, accountId }: VendorValues,
): Promise<TriedOut> {
  if (vendor === 'meta-ads' && token && accountId) {
    const tested = await testAdReports(
      parts.tryAdReports({ token, accountId: accountId.replace(/^act_/i, '') }),
    )
    if (tested.isRefused) refuse({ token: tested.message })
    return tested.success ? { message: tested.message, isAccepted: true } : untested(tested.message)
  }
  if (vendor !== 'crm' || !token || !locationId) return { message: 'It is in use now.', isAccepted: false }
  const checked = await checkCrm(parts.tryCrm({ token, locationId }))
  if (checked.what === 'accepted') return { message: checked.message, isAccepted: true }
  if (checked.field) refuse({ [checked.field]: checked.message })
  return untested(checked.message)
}

const untested = (why: string): TriedOut => ({
  message: `It could not be tested: ${why} Press Test later.`,
  isAccepted: false,
})

async function enter(
  parts: VendorSettingsParts,
  vendor: EnteredVendor,
  given: VendorValues,
): Promise<{ fields: VendorFieldState[]; message: string }> {
  const { vendorSettings, inUse } = parts
  const { values, emptied } = readEntered(parts, vendor, given)
  const { message, isAccepted } = await tryOut(parts, vendor, { ...inUse.valuesOf(vendor), ...values })
  if (Object.keys(values).length > 0)
    await vendorSettings.change(vendor, { values: {}, secrets: values }, async (transaction) => {
      if (vendor === 'crm' && isAccepted) await noteCrmTested(transaction)
      await hurryVendor(parts, transaction, vendor)
    })
  if (emptied.length > 0) await vendorSettings.remove(vendor, emptied)
  return { fields: inUse.fieldsOf(vendor), message }
}

/** The owner's calls that enter and remove what vendors need. */
export function vendorSettingsRoutes(app: FastifyInstance, parts: VendorSettingsParts): void {
  serve(app, vendorSettingsApi, parts.ownerGate, {
    'PUT /api/connections/:vendor/settings': async ({ vendor, ...given }) => {
      const known = vendorFields[vendor].map(({ name }) => name)
      const own = Object.fromEntries(known.map((name) => [name, given[name]]))
      const entered = await enter(parts, vendor, own)
      parts.live.changed('site')
      return entered
    },
    'DELETE /api/connections/:vendor/settings': async ({ vendor }) => {
      await parts.vendorSettings.remove(vendor)
      parts.live.changed('site')
      return { fields: parts.inUse.fieldsOf(vendor) }
    },
  })
}
