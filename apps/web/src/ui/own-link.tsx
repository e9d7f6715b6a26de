import { findOwnPath } from '@runnel/contract'
import type { ReactNode } from 'react'

/** The picture itself, in place of an address: it is saved, never opened. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/

interface OwnLinkProps {
  /** A file or a page that our own server gives. */
  address: string
  children: ReactNode
  className?: string
  /** Saves the file by this name; without it, it opens beside this page. */
  download?: string
}

/** A link to what our own server gives, or to a picture that is saved. An address that leads away from it stays text. */
export function OwnLink({ address: given, children, className, download }: OwnLinkProps) {
  const isPicture = download !== undefined && PICTURE.test(given)
  const path = isPicture ? given : findOwnPath(given, window.location.origin)
  if (path === undefined) return <span className={className}>{children}</span>
  const opens = download === undefined ? { target: '_blank', rel: 'noopener noreferrer' } : { download }
  return (
    <a href={path} className={className} {...opens}>
      {children}
    </a>
  )
}
