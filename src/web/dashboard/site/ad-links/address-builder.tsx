import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { isPrivateHost } from '#contract/ad-address.ts'
import { adAddress, type Placement, placements } from '#contract/ad-address-builder.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { places } from '#web/dashboard/site/places.ts'
import { siteAddress } from '#web/dashboard/site/site-address.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { copyText } from '#web/dashboard/ui/copy-text.ts'
import { SelectField } from '#web/dashboard/ui/select-field.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { WhereToPaste } from './where-to-paste.tsx'

// Adverts lead to pages that take details; the others come later on a lead's way.
const LANDING = [
  'meme',
  'meme2',
  'landerCollege',
  'landerHack',
  'home',
  'freetraining',
  'freetraining2',
  'freetrainingc',
]
const pages = LANDING.flatMap((key) => places.filter((place) => place.key === key))

// Entries of a record of all placements.
const placementOptions = Object.entries(placements) as [Placement, string][]

// Where these platforms name the campaign by themselves, words of one's own are the exception.
const NAMES_ITSELF = new Set<Placement>(['meta', 'tiktok'])

/** Makes an address for one place: page, placement and campaign in, the address with the right parameters out. */
export function AddressBuilder() {
  const [path, setPath] = useState(pages[0]?.path ?? '/')
  const [placement, setPlacement] = useState<Placement>('meta')
  const [campaign, setCampaign] = useState('')
  const [content, setContent] = useState('')
  const [copied, setCopied] = useState('')
  const id = useId()
  const here = useAddress()
  const words = {
    ...(campaign.trim() && { utm_campaign: campaign.trim() }),
    ...(content.trim() && { utm_content: content.trim() }),
  }
  const address = adAddress(placement, { publicUrl: window.location.origin, path }, words)

  const copy = async () => {
    if (await copyText(address)) setCopied(address)
    // Without permission the address is selected, so that one more key or press copies it.
    else document.querySelector<HTMLTextAreaElement>(`#${CSS.escape(`${id}-address`)}`)?.select()
  }

  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        Make an ad link
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">So that you can see later which ad brought which lead.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Page"
          value={path}
          onChange={setPath}
          options={pages.map(({ path, title }) => [path ?? '/', `${title} (${path})`])}
        />
        <SelectField
          label="Where you put it"
          value={placement}
          onChange={setPlacement}
          options={placementOptions}
        />
        <TextField
          label="Campaign"
          value={campaign}
          onChange={setCampaign}
          maxLength={100}
          placeholder={NAMES_ITSELF.has(placement) ? 'Filled in automatically' : 'e.g. summer challenge'}
        />
        <TextField
          label="Name of this version (optional)"
          value={content}
          onChange={setContent}
          maxLength={100}
          placeholder="e.g. dog picture"
        />
      </div>
      <label htmlFor={`${id}-address`} className="mt-4 mb-1 block text-sm text-ink-2">
        Your link
      </label>
      <textarea
        id={`${id}-address`}
        readOnly
        rows={5}
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="block w-full rounded-sm border border-line bg-sunken px-3 py-2 font-mono text-xs leading-5 break-all text-ink"
      />
      {isPrivateHost(window.location.hostname) && (
        <p className="mt-2 rounded-md bg-warning-soft px-3 py-2 text-sm">
          This link cannot work in an ad: only your own computer reaches {window.location.host}. Set the
          site’s{' '}
          <Link to={{ search: siteAddress(here, '') }} className="underline underline-offset-2">
            public address
          </Link>{' '}
          first, then open the dashboard there and make the link again.
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button look="primary" onClick={() => void copy()}>
          {copied === address ? (
            <Check size={15} aria-hidden="true" />
          ) : (
            <Copy size={15} aria-hidden="true" />
          )}
          {copied === address ? 'Copied' : 'Copy the link'}
        </Button>
        <p role="status" className="text-xs text-ink-3">
          {copied === address
            ? 'Copied.'
            : address.includes('{') || address.includes('__')
              ? 'The platform fills in anything in braces or underscores. Leave it as it is.'
              : ''}
        </p>
      </div>
      <WhereToPaste placement={placement} address={address} />
    </section>
  )
}
