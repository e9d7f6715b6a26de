import { Skeleton } from '@mantine/core'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { CodeEditorProps } from '../code-editor.tsx'

/** Texts above this, in characters, are drawn by the editor that draws only what is seen. */
export const LARGE_TEXT = 20_000

/** A text too long for a plain field, which would measure all of it with every key. */
export const LargeText = lazyPart<Omit<CodeEditorProps, 'language'>>(
  async () => {
    const { CodeEditor } = await import('../code-editor.tsx')
    return (props) => <CodeEditor language="text" {...props} />
  },
  {
    waiting: () => <Skeleton height={320} />,
    failed: ({ value, isReadOnly, labelledBy, describedBy, onChange }) => (
      <textarea
        rows={16}
        value={value}
        disabled={isReadOnly}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    ),
  },
)
