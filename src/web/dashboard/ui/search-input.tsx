import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { fieldLook } from './field-look.ts'

type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string; place: string }

/** A search field behind a glass; `place` are the classes of where it stands. */
export function SearchInput({ label, place, ...input }: SearchInputProps) {
  return (
    <label className={`relative ${place}`}>
      <span className="sr-only">{label}</span>
      <Search
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        data-search
        autoComplete="off"
        spellCheck={false}
        className={`${fieldLook} pl-9 text-ellipsis`}
        {...input}
      />
    </label>
  )
}
