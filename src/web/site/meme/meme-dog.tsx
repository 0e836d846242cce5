/** A dog with glasses at a laptop, quite sure of itself. */
export function MemeDog() {
  return (
    <svg className="dog" viewBox="0 0 600 520" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect className="dog-wall" width="600" height="520" />
      <path className="dog-fur" d="M150 520c0-120 50-180 150-180s150 60 150 180z" />
      <path className="dog-ear" d="M190 120c-52-30-98 4-100 70-2 58 22 96 54 88 30-8 40-60 56-104z" />
      <path className="dog-ear" d="M410 120c52-30 98 4 100 70 2 58-22 96-54 88-30-8-40-60-56-104z" />
      <path
        className="dog-fur"
        d="M174 204c0-92 50-136 126-136s126 44 126 136c0 98-48 158-126 158s-126-60-126-158z"
      />
      <path
        className="dog-patch"
        d="M300 69c76 0 126 44 126 135 0 20-2 38-6 54-40 4-76-24-84-70-6-38-14-86-36-119z"
      />
      <path className="dog-muzzle" d="M224 270c0-40 32-62 76-62s76 22 76 62c0 46-32 78-76 78s-76-32-76-78z" />
      <path className="dog-nose" d="M270 236c0-14 14-20 30-20s30 6 30 20-16 26-30 26-30-12-30-26z" />
      <path className="dog-line" d="M300 262v26M254 284c10 20 36 20 46 4 10 16 36 16 46-4" />
      <path className="dog-tongue" d="M284 300c8 4 24 4 32 0v22c0 12-6 20-16 20s-16-8-16-20z" />
      <circle className="dog-glass" cx="244" cy="186" r="38" />
      <circle className="dog-glass" cx="356" cy="186" r="38" />
      <path className="dog-line" d="M282 180c10-8 26-8 36 0M206 178l-34-12M394 178l34-12" />
      <circle className="dog-eye" cx="250" cy="192" r="11" />
      <circle className="dog-eye" cx="350" cy="192" r="11" />
      <path className="dog-line" d="M222 128c10-10 26-12 38-4M378 122c-10-12-26-14-38-8" />
      <path className="dog-desk" d="M-10 484h620v46H-10z" />
      <path className="dog-laptop" d="M164 366c0-10 6-16 16-16h240c10 0 16 6 16 16v118H164z" />
      <path className="dog-mark" d="M272 432c20 0 16-30 40-30h10" />
      <circle className="dog-mark-end" cx="334" cy="402" r="9" />
      <path
        className="dog-paw"
        d="M146 476c0-26 16-40 36-40s36 14 36 40c0 8-4 12-12 12h-48c-8 0-12-4-12-12zM382 476c0-26 16-40 36-40s36 14 36 40c0 8-4 12-12 12h-48c-8 0-12-4-12-12z"
      />
      <path className="dog-line" d="M172 470v16M192 470v16M408 470v16M428 470v16" />
    </svg>
  )
}
