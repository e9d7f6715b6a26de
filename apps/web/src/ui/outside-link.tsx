import { findSafeLink } from '@runnel/markdown/safe-link'
import type { ReactNode } from 'react'

interface OutsideLinkProps {
  /** From a text, a document or another server: never trusted. */
  address: string
  children: ReactNode
  className?: string
}

/**
 * A link to another site, which opens beside this page and is told nothing of it. What no browser should open, such as a
 * script, stays text.
 */
export function OutsideLink({ address: given, children, className }: OutsideLinkProps) {
  const address = findSafeLink(given)
  if (address === undefined) return <span className={className}>{children}</span>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={className}>
      {children}
    </a>
  )
}
