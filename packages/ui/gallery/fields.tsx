import {
  Checkbox,
  ChoiceField,
  FieldError,
  PasswordField,
  SearchField,
  Select,
  SelectField,
  TextArea,
  TextField,
} from '../src/index.ts';
import { Sheet, Specimen } from './sheet.tsx';

const long = 'a.very.long.address.that.does.not.fit.into.its.field@brightside-agency.example';

const options = [
  { value: 'one', label: 'The first' },
  { value: 'two', label: 'The second' },
];

export function Fields() {
  return (
    <Sheet title="Fields">
      <Specimen name="TextField: empty, hint, filled, wrong, disabled, tall" onInk>
        <TextField label="Name" autoComplete="off" placeholder="Jordan Hale" />
        <TextField label="Referral code" hint="If somebody sent you" autoComplete="off" />
        <TextField label="Email" defaultValue={long} autoComplete="off" />
        <TextField
          label="Work email"
          defaultValue="nobody"
          error="Please enter a valid email address"
          hint="The link goes there"
          autoComplete="off"
        />
        <TextField label="Username" defaultValue="marta" disabled autoComplete="off" />
        <TextField label="Company" isTall autoComplete="off" />
      </Specimen>
      <Specimen name="PasswordField: empty, filled, wrong, disabled, tall" onInk>
        <PasswordField label="Password" autoComplete="off" />
        <PasswordField
          label="New password"
          defaultValue="Kettle-violet"
          hint="8 characters or more"
          autoComplete="off"
        />
        <PasswordField
          label="Old password"
          defaultValue="x"
          error="Password is required"
          autoComplete="off"
        />
        <PasswordField label="Other password" defaultValue="Kettle-violet" disabled autoComplete="off" />
        <PasswordField label="Tall password" isTall autoComplete="off" />
      </Specimen>
      <Specimen name="SearchField: empty, filled" onInk>
        <SearchField label="Search tag, model, label" value="" onChange={() => {}} className="w-72" />
        <SearchField label="Search orders" value="Brightside" onChange={() => {}} className="w-72" />
      </Specimen>
      <Specimen name="ChoiceField" onInk>
        <ChoiceField
          label="Extend by"
          value="week"
          choices={[
            { value: 'week', label: '1 Week', aside: '$50.00' },
            { value: 'month', label: '1 Month', aside: '$130.00' },
          ]}
          onChange={() => {}}
        />
      </Specimen>
      <Specimen name="Checkbox: usual, hint, wrong" onInk>
        <Checkbox label="Keep me signed in" />
        <Checkbox label="It was reset" hint="Its present state becomes the baseline" defaultChecked />
        <Checkbox label="I accept" error="You must accept the terms and conditions" />
      </Specimen>
      <Specimen name="Select, SelectField: usual, hint, wrong" onInk>
        <Select aria-label="State" options={options} />
        <SelectField label="Role" options={options} hint="Counts at once" />
        <SelectField label="Method" options={options} error="Choose a method" />
      </Specimen>
      <Specimen name="TextArea: usual, wrong, busy" onInk>
        <TextArea label="Note" hint="The customer reads it" />
        <TextArea label="Message" defaultValue="Hello" error="Write more than that" />
        <TextArea label="Sent message" defaultValue="Hello" isBusy />
      </Specimen>
      <Specimen name="FieldError: under a control of one's own" onInk>
        <div className="flex flex-col gap-2">
          <input
            aria-label="Amount"
            aria-describedby="specimen-error"
            aria-invalid
            className="pf-input h-10"
          />
          <FieldError id="specimen-error">Enter an amount</FieldError>
        </div>
      </Specimen>
    </Sheet>
  );
}
