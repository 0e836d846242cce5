import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { tabs } from './tabs.ts'

const shortcuts: [string[], string][] = [
  [['/'], 'Search this list'],
  ...tabs.map(({ letter, label }): [string[], string] => [['g', letter], label]),
  [['Esc'], 'Close what is open'],
  [['F8'], 'Go to the notice'],
  [['?'], 'Show this help'],
]

/** The keyboard's shortcuts. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" shape="card" onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] text-sm">
        {shortcuts.map(([keys, what]) => (
          <div
            key={what}
            className="col-span-2 grid grid-cols-subgrid items-center border-b border-line py-2"
          >
            <dt className="text-ink-2">{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-sm border border-line-strong px-1.5 text-center font-text text-xs leading-5"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
