import type { Credential } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { notify } from '../../ui/notifications/notify.ts'
import '../node-form/node-form-texts.ts'
import { testCredential } from './credential-test.ts'
import { describeTest } from './describe-test.ts'

/** Tries a stored credential; what came of it is told beside its name. */
export function useTestNotice({ id, name, credentialName }: Credential) {
  const { t } = useTranslation('node-form')
  const test = useMutation({
    mutationFn: () => testCredential({ id, credentialName }),
    onSuccess: (result) => {
      const told = `${name}: ${describeTest(result, t)}`
      if (result.outcome === 'works') notify.success(told)
      else notify.error(told)
    },
    onError: (error) => notify.error(`${name}: ${apiErrorMessage(error)}`),
  })
  return { test: () => test.mutate(), isTesting: test.isPending }
}
