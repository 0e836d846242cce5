/** Says beside the way to a form that something was typed there and not saved: it is there still. */
export const NotSavedYet = () => <p className="mt-2 text-sm text-ink-2">What you typed is not saved yet.</p>
