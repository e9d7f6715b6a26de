import { Autocomplete, Loader } from '@mantine/core'
import type { ParamOption } from '@runnel/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceState, type Choices } from '../../../ui/choice-state.tsx'
import { SearchableMultiSelect, SearchableSelect } from '../../../ui/searchable-select.tsx'
import { chooseComponent } from '../choose-component.ts'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { listOf, shownValue, textOf } from '../read-value.ts'
import { useNodeOptions } from '../use-node-options.ts'
import { FieldFrame } from './field-frame.tsx'
import { type DescribeLost, toChoices, toItems } from './option-items.ts'
import { renderOption } from './render-option.tsx'

/** Options that the server loads, for one value or several; with `freeSolo` any text is taken too. */
export function AsyncOptionsField(props: FieldProps) {
  const { input, path } = props
  const id = useId()
  const { t } = useTranslation('node-form')
  const options = useNodeOptions(props)
  const choices = {
    isLoading: options.isLoading,
    error: options.error,
    onRetry: () => void options.refetch(),
    empty: t('options.none'),
    noMatch: t('options.none'),
  }
  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <OptionsInput {...props} id={id} options={options.data ?? []} choices={choices} />
    </FieldFrame>
  )
}

interface OptionsInputProps extends FieldProps {
  id: string
  options: readonly ParamOption[]
  choices: Choices
}

function OptionsInput({ input, path, value, id, options, choices }: OptionsInputProps) {
  const { t } = useTranslation('node-form')
  const model = useFormModel()
  const shown = shownValue(input, value)
  const common = {
    id,
    placeholder: choices.isLoading ? t('options.loading') : (input.placeholder ?? ''),
    ...(choices.isLoading ? { rightSection: <Loader size="xs" /> } : {}),
    renderOption: renderOption(options),
    'aria-describedby': `${id}-help`,
    'aria-invalid': model.errorAt(path) !== undefined,
    disabled: model.isReadOnly,
  }
  if (input.type === 'asyncMultiOptions') {
    const chosen = listOf(shown)
    // While nothing is known, nothing can be said to be lost.
    const describeLost: DescribeLost = (lost, name) =>
      options.length === 0 ? name : t(`options.lost.${lost}`, { name })
    const change = (next: string[]) => setValue(model, path, next.length === 0 ? '' : JSON.stringify(next))
    return (
      <SearchableMultiSelect
        {...common}
        choices={choices}
        data={toChoices(options, chosen, describeLost)}
        value={chosen}
        onChange={change}
      />
    )
  }
  const text = textOf(shown)
  if (input.freeSolo) {
    const { renderOption: _plain, ...rest } = common
    const names = [...new Set(options.map(({ name }) => name))]
    return (
      <>
        <Autocomplete {...rest} data={names} value={text} onChange={(next) => setValue(model, path, next)} />
        {/* Any text is taken, so that nothing has to fit. */}
        <ChoiceState {...choices} text="" labels={names.length > 0 ? names : [text]} />
      </>
    )
  }
  const choose = (next: string) => {
    if (input.loadConfig) chooseComponent(model, path, next)
    else setValue(model, path, next)
  }
  return (
    <SearchableSelect
      {...common}
      choices={choices}
      data={toItems(options, text)}
      value={text === '' ? null : text}
      clearable={input.optional === true}
      onChange={(next) => choose(next ?? '')}
    />
  )
}
