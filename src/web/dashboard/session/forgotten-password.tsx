/** Where a password comes from that nobody remembers: only whoever runs the server can set another. */
export function ForgottenPassword({ className = '' }: { className?: string }) {
  return (
    <p className={`text-xs text-ink-3 ${className}`}>
      Forgot it, or never had one? Whoever runs the server can set a new one with{' '}
      <code className="inline-block max-w-full text-ink-2">npm run owner:password</code>.
    </p>
  )
}
