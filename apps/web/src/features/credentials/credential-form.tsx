import { Alert, Button, Select, Stack, Text, TextInput } from '@mantine/core'
import type { CredentialDefinition } from '@runnel/contract'
import { changeValue } from '@runnel/graph'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { type FormModel, FormModelContext } from '../node-form/form-model.ts'
import { ValuesForm } from '../node-form/values-form.tsx'
import { AccountConnection } from './account-connection.tsx'
import { type CredentialDraft, findFieldIssue, findMissingFields, plainDataOf } from './credential-draft.ts'
import { CredentialMark } from './credential-mark.tsx'
import { refreshCredentials } from './credential-queries.ts'
import { TestButton, TestOutcome, useCredentialTest } from './credential-test-part.tsx'
import './credentials.css'
import { DialogFoot } from '../../ui/dialog-foot.tsx'

interface CredentialFormProps {
  credentialId: string | undefined
  first: CredentialDraft
  definitions: readonly CredentialDefinition[]
  onSaved: (id: string) => void
}

/** The fields of a credential and its saving. */
export function CredentialForm({ credentialId, first, definitions, onSaved }: CredentialFormProps) {
  const { t } = useTranslation('node-form')
  const [draft, setDraft] = useState(first)
  const [saved, setSaved] = useState(first)
  const [wasTried, setWasTried] = useState(false)
  // Connecting an account saves first: what is saved then is the same credential.
  const [savedId, setSavedId] = useState(credentialId)
  const definition = definitions.find(({ name }) => name === draft.type)
  const missing = useMemo(() => (definition ? findMissingFields(draft, definition) : []), [draft, definition])
  const save = useMutation({
    mutationFn: (used: CredentialDefinition) => saveCredential(savedId, draft, used),
    onSuccess: async ({ id, revision }) => {
      setSavedId(id)
      setSaved({ ...draft, revision })
      setDraft((edited) => ({ ...edited, revision }))
      await refreshCredentials()
    },
  })
  // A name is needed to keep it, not to try it.
  const test = useCredentialTest(draft, () => {
    setWasTried(true)
    if (!definition || missing.some((path) => path !== 'name')) return undefined
    return { id: savedId, credentialName: draft.type, plainDataObj: plainDataOf(draft, definition) }
  })
  const model = makeModel(draft, setDraft, (path) =>
    wasTried && missing.includes(path)
      ? t('credential.required')
      : findFieldIssue(save.error ?? test.error, path),
  )
  const isTestable = definition?.testable === true && (savedId !== undefined || !definition.oauth2)
  const submit = async () => {
    setWasTried(true)
    if (!definition || missing.length > 0) return undefined
    return (await save.mutateAsync(definition)).id
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog opened from a form is a React child of it: the submit must not reach that form.
        event.stopPropagation()
        // What went wrong is shown by the state of the saving.
        void submit().then((id) => (id === undefined ? undefined : onSaved(id)), ignore)
      }}
    >
      <Unsaved isChanged={JSON.stringify(draft) !== JSON.stringify(saved)} />
      <Stack gap="sm">
        {definitions.length > 1 && savedId === undefined ? (
          <Select
            label={t('credential.type')}
            data={definitions.map(({ name, label }) => ({ value: name, label }))}
            value={draft.type}
            onChange={(type) => setDraft({ ...draft, type: type ?? draft.type, values: {} })}
          />
        ) : (
          <TypeLine definition={definition} />
        )}
        {definition?.description ? <Text c="dimmed">{definition.description}</Text> : null}
        <TextInput
          label={t('credential.name')}
          description={t('credential.nameHelp')}
          value={draft.name}
          data-autofocus
          required
          error={model.errorAt('name')}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <FormModelContext value={model}>
          {definition ? <ValuesForm definition={definition} path="" values={draft.values} /> : null}
        </FormModelContext>
        {draft.kept.length > 0 ? (
          <Text c="dimmed" size="xs">
            {t('credential.kept')}
          </Text>
        ) : null}
        {definition ? null : <Alert color="red">{t('credential.unknownType', { type: draft.type })}</Alert>}
        {definition?.oauth2 ? (
          <AccountConnection
            credentialId={savedId}
            save={submit}
            registersItself={'serverField' in definition.oauth2}
          />
        ) : null}
        <FailureNote error={save.error} />
        <WhyUntested definition={definition} />
        {isTestable ? <TestOutcome test={test} /> : null}
        <DialogFoot>
          {isTestable ? <TestButton test={test} /> : null}
          <CancelButton />
          <Button type="submit" loading={save.isPending} disabled={!definition}>
            {t('save')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}

/** Why there is no button to test it. Of an account the part that connects it tells. */
function WhyUntested({ definition }: { definition: CredentialDefinition | undefined }) {
  const { t } = useTranslation('node-form')
  if (!definition?.untested || definition.oauth2) return null
  return (
    <Text c="dimmed" size="xs">
      {t(`test.why.${definition.untested}`)}
    </Text>
  )
}

/** Which type it is, where there is nothing to choose. */
function TypeLine({ definition }: { definition: CredentialDefinition | undefined }) {
  if (definition === undefined) return null
  return (
    <p className="credential-type">
      <CredentialMark type={definition.name} />
      {definition.label}
    </p>
  )
}

const ignore = () => undefined

function saveCredential(id: string | undefined, draft: CredentialDraft, definition: CredentialDefinition) {
  const body = {
    name: draft.name.trim(),
    credentialName: draft.type,
    plainDataObj: plainDataOf(draft, definition),
  }
  if (id === undefined) return api.createCredential({ body })
  const { revision } = draft
  return api.updateCredential({ params: { id }, body }, revision === undefined ? {} : { ifMatch: revision })
}

/** Credentials have the same kinds of fields as nodes, but no flow around them. */
function makeModel(
  draft: CredentialDraft,
  setDraft: (draft: CredentialDraft) => void,
  errorAt: (path: string) => string | undefined,
): FormModel {
  return {
    nodeId: '',
    find: () => undefined,
    isReadOnly: false,
    change: (changes) => setDraft({ ...draft, values: changes.reduce(changeValue, draft.values) }),
    errorAt,
    severityAt: () => 'error',
    leave: () => undefined,
    credentialAt: () => undefined,
    setCredential: () => undefined,
    listVariables: () => [],
    listPreviousNodes: () => [],
    sourcesOf: () => [],
  }
}
