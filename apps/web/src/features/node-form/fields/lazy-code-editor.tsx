import { Skeleton, Textarea } from '@mantine/core'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { CodeEditorProps } from '../code-editor.tsx'

/** The editor for code, fetched when it is first shown. */
export const LazyCodeEditor = lazyPart(async () => (await import('../code-editor.tsx')).CodeEditor, {
  waiting: () => <Skeleton height={96} />,
  failed: (props) => <PlainEditor {...props} />,
})

/** Code can be written all the same where the editor for it cannot be loaded. */
function PlainEditor({ labelledBy, describedBy, value, isReadOnly, onChange }: CodeEditorProps) {
  return (
    <Textarea
      rows={8}
      value={value}
      disabled={isReadOnly}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
