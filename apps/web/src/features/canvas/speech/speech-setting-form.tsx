import { Button, Select, Skeleton, Stack, Switch } from '@mantine/core'
import type { JsonObject, NodeDefinition } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { Unsaved } from '../../../ui/unsaved.tsx'
import { chooseService, findChosen, readServices } from '../../chat/speech/flow-speech.ts'
import { nodeFields } from '../../credentials/node-fields.ts'
import { FieldComponentsContext } from '../../node-form/field-components.ts'
import { FormModelContext } from '../../node-form/form-model.ts'
import { ValuesForm } from '../../node-form/values-form.tsx'
import { SettingsSaveLine } from '../dialogs/settings-save-line.tsx'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { useConfigurable } from '../session/use-configurable.ts'
import { type SpeechSetting, servicesQuery } from './speech-queries.ts'
import { useSpeechForm } from './use-speech-form.ts'

const NONE = 'none'

/** Chooses the service of a setting, and keeps its values. */
export function SpeechSettingForm({ setting }: { setting: SpeechSetting }) {
  const { t } = useTranslation('canvas')
  const services = useQuery(servicesQuery(setting))
  if (services.isPending) return <Skeleton role="status" height={120} aria-label={t('speech.loading')} />
  if (services.isError)
    return (
      <p role="alert">
        {t('speech.unloaded', { reason: apiErrorMessage(services.error) })}{' '}
        <Button size="compact-xs" variant="subtle" onClick={() => void services.refetch()}>
          {t('speech.retry')}
        </Button>
      </p>
    )
  return <ServiceForm setting={setting} definitions={services.data} />
}

interface ServiceFormProps {
  setting: SpeechSetting
  definitions: readonly NodeDefinition[]
}

function ServiceForm({ setting, definitions }: ServiceFormProps) {
  const { t } = useTranslation('canvas')
  const { drafts } = useCanvasSession()
  const { isFixed } = useConfigurable()
  const kept = useEditor(({ head }) => head[setting])
  const [edited, setEdited] = useState(() => {
    const services = readServices(kept)
    return { services, name: findChosen(services) ?? NONE }
  })
  const [saved, setSaved] = useState(edited)
  const save = useMutation({
    mutationFn: (text: string) => drafts.setSpeech(setting, text),
    onMutate: () => edited,
    onSuccess: (_done, _text, sent) => setSaved(sent),
  })
  const { services, name } = edited
  const definition = definitions.find((each) => each.name === name)
  const values = services[name] ?? {}
  const setValues = (next: JsonObject) => {
    save.reset()
    setEdited({ name, services: { ...services, [name]: next } })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(chooseService(services, definition && { name, values }))
      }}
    >
      <Unsaved isChanged={edited !== saved} />
      <Stack gap="md">
        <Select
          label={t(`speech.${setting}.service`)}
          description={t(`speech.${setting}.help`)}
          allowDeselect={false}
          disabled={isFixed}
          data={[
            { value: NONE, label: t('speech.none') },
            ...definitions.map((each) => ({ value: each.name, label: each.label })),
          ]}
          value={name}
          onChange={(chosen) => {
            save.reset()
            setEdited({ services, name: chosen ?? NONE })
          }}
        />
        {definition ? (
          <ServiceValues
            key={name}
            definition={definition}
            values={values}
            isReadOnly={isFixed}
            onChange={setValues}
          />
        ) : null}
        {definition && setting === 'textToSpeech' ? (
          <Switch
            label={t('speech.autoPlay.label')}
            description={t('speech.autoPlay.help')}
            checked={values.autoPlay === true}
            disabled={isFixed}
            onChange={(event) => setValues({ ...values, autoPlay: event.currentTarget.checked })}
          />
        ) : null}
        {isFixed ? null : (
          <SettingsSaveLine
            save={save}
            lacking={lacksKey(definition, values) ? t('speech.needsKey') : undefined}
          />
        )}
      </Stack>
    </form>
  )
}

function lacksKey(definition: NodeDefinition | undefined, { credentialId }: JsonObject): boolean {
  const { credential } = definition ?? {}
  return credential !== undefined && credential.optional !== true && !credentialId
}

interface ServiceValuesProps {
  definition: NodeDefinition
  values: JsonObject
  isReadOnly: boolean
  onChange: (values: JsonObject) => void
}

function ServiceValues({ definition, values, isReadOnly, onChange }: ServiceValuesProps) {
  const model = useSpeechForm({ definition, values, isReadOnly, onChange })
  return (
    <FieldComponentsContext value={nodeFields}>
      <FormModelContext value={model}>
        <ValuesForm definition={definition} path="" values={withDefaults(definition, values)} />
      </FormModelContext>
    </FieldComponentsContext>
  )
}

function withDefaults({ inputs }: NodeDefinition, values: JsonObject): JsonObject {
  const initial = inputs.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]))
  return { ...Object.fromEntries(initial), ...values } as JsonObject
}
