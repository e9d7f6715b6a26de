/** The mark of the product: small streams that run together. Decoration beside a name. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--mark-ground, #0b7a75)" />
      <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
        <path d="M7 10.5c5.5 0 5.5 5.5 11 5.5h7" />
        <path d="M7 21.5c5.5 0 5.5-5.5 11-5.5" />
        <path d="M7 16h5" />
      </g>
    </svg>
  )
}
