import { Checkbox, PasswordField, SelectField, TextArea, TextField } from '@pocketfleet/ui';
import type { ActionField } from './action.ts';
import { CustomerField } from './customer-field.tsx';
import { QuickChoices } from './quick-choices.tsx';

type Props = { field: ActionField; text: string; error: string | undefined; onChange(text: string): void };

/** The input that a field's kind asks for. */
export function ActionFieldInput(props: Props) {
  const { field, text, error, onChange } = props;
  const { label, hint } = field;
  const shared = {
    label,
    error,
    hint,
    value: text,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (field.kind) {
    case 'check':
      return (
        <Checkbox
          label={label}
          hint={hint}
          checked={text === 'on'}
          onChange={(event) => onChange(event.target.checked ? 'on' : '')}
        />
      );
    case 'choice':
      return <SelectField {...shared} options={field.options} />;
    case 'note':
      return <TextArea {...shared} maxLength={2_000} />;
    case 'secret':
      return <PasswordField {...shared} autoComplete="new-password" />;
    case 'moment':
      return (
        <>
          <TextField {...shared} type="datetime-local" />
          <QuickChoices label={label} choices={field.presets ?? []} onChoose={onChange} />
        </>
      );
    case 'customer':
      return <CustomerField {...props} />;
    case 'money':
      return <TextField {...shared} autoComplete="off" inputMode="decimal" />;
    case 'number':
      return <TextField {...shared} autoComplete="off" inputMode="numeric" />;
    case 'text':
      return <TextField {...shared} autoComplete="off" />;
  }
}
