import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'

type ConfirmSwitchProps = {
  value: string
  active: boolean
  /** What the switch will change, in one sentence. */
  words: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a block's switch changes numbers, and says which. */
export function ConfirmSwitch({ value, active, words, onConfirm, onClose }: ConfirmSwitchProps) {
  return (
    <Dialog
      title={active ? `Block ${value} again?` : `Stop blocking ${value}?`}
      shape="card"
      onClose={onClose}
    >
      <p className="text-sm">{words}</p>
      <p className="mt-1 text-sm text-ink-2">
        {active
          ? 'Past days are included. Switching it off later brings exactly that back.'
          : 'Past days are included. Switching it on later hides exactly that again.'}
      </p>
      <div className="mt-5 flex gap-2">
        <Button
          look="primary"
          onClick={() => {
            onConfirm()
            onClose()
          }}
        >
          {active ? 'Block it' : 'Stop blocking'}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
