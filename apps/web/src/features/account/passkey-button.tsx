import { Button } from '@mantine/core'
import type { PasskeyAssertion } from '@runnel/contract'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { FailureNote } from '../../ui/failure-note.tsx'
import { passkeyHindrance } from './passkey-hindrance.ts'
import { askForPasskey } from './passkeys.ts'

/** Asks for a passkey and hands its answer on; nothing where the browser has none for this address. */
export function PasskeyButton({
  label,
  onAnswer,
}: {
  label: string
  onAnswer: (passkey: PasskeyAssertion) => Promise<unknown>
}) {
  const ask = useMutation({ mutationFn: async () => onAnswer(await askForPasskey()) })
  if (passkeyHindrance()) return null
  return (
    <>
      <FailureNote error={ask.error} />
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {label}
      </Button>
    </>
  )
}
