import { useEffect, useState } from 'react'
import { type OwnLead, ownLead } from '#web/site/browser/own-lead.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { useReturn } from '#web/site/island/use-return.ts'
import { type KnownLead, knownLead } from '#web/site/lead-dialog/known-lead.ts'
import { applicationAddress } from './application-address.ts'

const LOOKUP_PATIENCE_MS = 1500

/**
 * The form's address in a tab of its own and inside a dialog, with everything known filled in; `isComplete` once who
 * applies has been asked for, or that takes too long.
 */
export type ApplicationAddresses = { tab: string; embedded: string; isComplete: boolean }

/** Fills the application form's address as soon as it is known who applies and what brought them. */
export function useApplication(
  form: string,
  known: KnownLead | undefined,
  isPreview: boolean,
): ApplicationAddresses {
  const [own, setOwn] = useState<OwnLead>()
  const [isAsked, setAsked] = useState(isPreview)
  const [addresses, setAddresses] = useState({ tab: form, embedded: form, isComplete: false })
  useEffect(() => {
    if (!form || isPreview) return
    const asked = () => setAsked(true)
    const patience = setTimeout(asked, LOOKUP_PATIENCE_MS)
    void Promise.all([ownLead().then(setOwn), knownLead()]).then(asked)
    return () => clearTimeout(patience)
  }, [form, isPreview])
  useReturn(() => {
    if (form && !isPreview) void ownLead().then(setOwn)
  })
  useEffect(() => {
    if (!form) return
    const lead = known && { ...known, id: own?.id }
    const address = (isEmbedded: boolean) => applicationAddress(form, lead, visitorRecord(), isEmbedded)
    setAddresses({ tab: address(false), embedded: address(true), isComplete: isAsked })
  }, [form, known, own, isAsked])
  return addresses
}
