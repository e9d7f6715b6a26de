import { Alert, Button } from '@mantine/core'
import type { CredentialTestResult } from '@runnel/contract'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../../ui/failure-note.tsx'
import '../node-form/node-form-texts.ts'
import { type CredentialTrial, testCredential } from './credential-test.ts'
import { describeTest } from './describe-test.ts'

const COLOURS = { works: 'green', refused: 'red', unreachable: 'yellow', untestable: 'gray' } as const

/** The trial of what stands in a form. What came of it is told until something else is typed. */
export function useCredentialTest(draft: object, toTrial: () => CredentialTrial | undefined) {
  const test = useMutation({
    mutationFn: async (_draft: object): Promise<CredentialTestResult | undefined> => {
      const trial = toTrial()
      return trial && testCredential(trial)
    },
  })
  const isOfDraft = test.variables === draft
  return {
    start: () => test.mutate(draft),
    isRunning: test.isPending,
    result: isOfDraft ? test.data : undefined,
    error: isOfDraft ? test.error : null,
  }
}

type CredentialTestState = ReturnType<typeof useCredentialTest>

/** Begins a trial. */
export function TestButton({ test }: { test: CredentialTestState }) {
  const { t } = useTranslation('node-form')
  return (
    <Button
      variant="light"
      mr="auto"
      leftSection={<IconPlugConnected size={16} stroke={1.8} />}
      loading={test.isRunning}
      onClick={test.start}
    >
      {t('test.button')}
    </Button>
  )
}

/** What came of a trial. */
export function TestOutcome({ test: { result, error } }: { test: CredentialTestState }) {
  const { t } = useTranslation('node-form')
  if (error) return <FailureNote error={error} />
  return (
    <div role="status" style={{ overflowWrap: 'anywhere' }}>
      {result ? <Alert color={COLOURS[result.outcome]}>{describeTest(result, t)}</Alert> : null}
    </div>
  )
}
