import type { MarkdownInline } from '@runnel/markdown'
import { Fragment, type ReactNode } from 'react'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { Formula } from './formula.tsx'

/** The parts of a paragraph. */
export function MarkdownInlines({ parts }: { parts: readonly MarkdownInline[] }) {
  return parts.map((part, index) => <Fragment key={String(index)}>{renderPart(part)}</Fragment>)
}

function renderPart(part: MarkdownInline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return (
        <strong>
          <MarkdownInlines parts={part.children} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <MarkdownInlines parts={part.children} />
        </em>
      )
    case 'strike':
      return (
        <s>
          <MarkdownInlines parts={part.children} />
        </s>
      )
    case 'link':
      return (
        <OutsideLink address={part.href}>
          <MarkdownInlines parts={part.children} />
        </OutsideLink>
      )
    case 'image':
      return renderPicture(part)
    case 'math':
      return <Formula tex={part.tex} display={part.display} />
    case 'footnote':
      return <sup>[{part.label}]</sup>
    case 'break':
      return <br />
    default:
      part satisfies never
      return null
  }
}

/**
 * A picture from elsewhere is a link: loading it would tell its server who reads what, by whatever address the model was
 * talked into. The content policy does not load it either.
 */
function renderPicture({ src, alt }: Extract<MarkdownInline, { kind: 'image' }>): ReactNode {
  if (src.startsWith('data:')) return <img src={src} alt={alt} />
  return <OutsideLink address={src}>{alt === '' ? src : alt}</OutsideLink>
}
