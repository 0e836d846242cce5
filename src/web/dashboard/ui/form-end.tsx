import { Button } from './button.tsx'

type FormEndProps = {
  /** Why the form could not be sent, as a sentence; null where nothing is wrong. */
  problem: string | null
  isSending: boolean
  /** The words of the button that sends the form, at rest and while it is being sent. */
  words: { send: string; sending: string }
  onCancel: () => void
}

/** The end of a form: what went wrong, the button that sends it, and the way out. */
export const FormEnd = ({ problem, isSending, words, onCancel }: FormEndProps) => (
  <>
    {problem !== null && (
      <p role="alert" className="text-sm text-danger">
        {problem}
      </p>
    )}
    <div className="flex gap-2">
      <Button look="primary" type="submit" disabled={isSending}>
        {isSending ? words.sending : words.send}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  </>
)
