import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import './copyable.css'

interface CopyableProps {
  /** What is copied. */
  text: string
  /** What the button copies, where that is not plain from its place. */
  label?: string
  /** A box of its own, whose button says in words what it does and has the focus: for what is shown this once. */
  isWide?: boolean
  onCopied?: () => void
  /** How the text is drawn; by default as one line of code. */
  children?: ReactNode
}

/** A text that people take elsewhere: an address, a link, a secret. Shown whole, and copied by its button. */
export function Copyable({ text, label, isWide = false, onCopied, children }: CopyableProps) {
  const Tag = isWide ? 'div' : 'span'
  return (
    <Tag className="copyable" data-wide={isWide || undefined}>
      {children ?? <code>{text}</code>}
      <CopyButton
        text={text}
        isWide={isWide}
        {...(label === undefined ? {} : { label })}
        {...(onCopied === undefined ? {} : { onCopied })}
      />
    </Tag>
  )
}
