import type { FieldComponents } from '../node-form/field-components.ts'
import { FormField } from '../node-form/form-field.tsx'
import { ValuesForm } from '../node-form/values-form.tsx'
import { CredentialField } from './credential-field.tsx'

/** The parts of a node's form, put together with the field that chooses credentials. */
export const nodeFields: FieldComponents = { Field: FormField, Form: ValuesForm, Credential: CredentialField }
