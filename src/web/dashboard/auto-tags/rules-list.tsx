import { ChevronRight, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { usePreferences } from '#web/dashboard/settings/use-preferences.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { IconButton } from '#web/dashboard/ui/button.tsx'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import { RuleDetails } from './rule-details.tsx'

const number = new Intl.NumberFormat('en-US')

type RuleRowProps = {
  rule: AutoTagRule
  pending: boolean | undefined
  onToggle: (active: boolean) => void
  onEdit: () => void
}

function RuleRow({ rule, pending, onToggle, onEdit }: RuleRowProps) {
  const [open, setOpen] = useState(false)
  const { dense } = usePreferences()
  const active = pending ?? rule.isActive === 'true'
  return (
    <li className="border-line max-md:rounded-md max-md:border max-md:px-3 md:border-b">
      <div
        className={`relative grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 md:hover:bg-sunken md:grid-cols-[auto_minmax(0,1fr)_11rem_5.5rem_5.5rem_auto_auto] ${dense ? 'py-0.5' : 'py-2'}`}
      >
        <span className="z-10">
          <Switch bare checked={active} disabled={pending !== undefined} onChange={onToggle}>
            {rule.name}: {active ? 'active' : 'paused'}
          </Switch>
        </span>
        <div className={`min-w-0 ${dense ? 'md:flex md:items-baseline md:gap-3' : ''}`}>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className={`max-w-full text-left font-medium break-words after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-[var(--color-focus)] md:whitespace-nowrap ${active ? '' : 'text-ink-2'}`}
          >
            {rule.name}
            {!active && <span className="ml-2 text-xs font-normal text-ink-3">Paused</span>}
          </button>
          <p className="truncate text-xs text-ink-3">{rule.description}</p>
        </div>
        <span className="flex min-w-0 items-center max-md:col-span-3 max-md:col-start-2 max-md:row-start-2 max-md:mt-1">
          <Badge title={rule.tagName}>{rule.tagName}</Badge>
          <span className="ml-3 text-xs whitespace-nowrap text-ink-3 md:hidden">
            {number.format(rule.successCount)} ok · {number.format(rule.errorCount)} failed
          </span>
        </span>
        <span className="hidden text-right tabular-nums md:block">{number.format(rule.successCount)}</span>
        <span
          className={`hidden text-right tabular-nums md:block ${rule.errorCount > 0 ? 'text-danger' : 'text-ink-3'}`}
        >
          {number.format(rule.errorCount)}
        </span>
        <span className="z-10 max-md:col-start-3 max-md:row-start-1">
          <IconButton label={`Edit ${rule.name}`} onClick={onEdit}>
            <Pencil size={15} aria-hidden="true" />
          </IconButton>
        </span>
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={`text-ink-3 transition-transform ${open ? 'rotate-90' : ''}`}
        />
      </div>
      {open && <RuleDetails rule={rule} />}
    </li>
  )
}

type RulesListProps = {
  rules: AutoTagRule[]
  /** The change that is on its way to the server: shown as if it were made. */
  pending: { ruleId: string; isActive: boolean } | undefined
  onToggle: (ruleId: string, isActive: boolean) => void
  onEdit: (ruleId: string) => void
}

/** The tagging rules with their switch, tag and counts; each unfolds to its details. */
export function RulesList({ rules, pending, onToggle, onEdit }: RulesListProps) {
  return (
    <>
      <div
        aria-hidden="true"
        className="hidden grid-cols-[auto_minmax(0,1fr)_11rem_5.5rem_5.5rem_auto_auto] gap-x-3 border-b border-line-strong py-2 text-xs text-ink-3 md:grid"
      >
        <span className="w-9" />
        <span>Rule</span>
        <span>Tag</span>
        <span className="text-right">Successes</span>
        <span className="text-right">Errors</span>
        <span className="w-9" />
        <span className="w-4" />
      </div>
      <ul aria-label="Rules" className="max-md:space-y-2">
        {rules.map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            pending={pending?.ruleId === rule.id ? pending.isActive : undefined}
            onToggle={(active) => onToggle(rule.id, active)}
            onEdit={() => onEdit(rule.id)}
          />
        ))}
      </ul>
    </>
  )
}
