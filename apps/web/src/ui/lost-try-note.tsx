import { Alert } from '@mantine/core'
import { useLostTry } from './use-lost-try.ts'

/** Says, of a try that is refused after one whose answer was lost, that the earlier one may have worked. */
export function LostTryNote({ error, text }: { error: unknown; text: string }) {
  const isRefusedAfterLost = useLostTry(error)
  return isRefusedAfterLost ? (
    <Alert color="orange" role="status">
      {text}
    </Alert>
  ) : null
}
