import { CopyButton } from '../../../ui/copy-button.tsx'

/** A piece of code with its language and a button that copies it. */
export function CodeBlock({ language, text }: { language: string; text: string }) {
  return (
    <div className="code-block">
      <div className="code-block-head">
        <span>{language}</span>
        <CopyButton text={text} />
      </div>
      <pre>
        <code>{text}</code>
      </pre>
    </div>
  )
}
