import { FieldError, PasswordField, SearchField, TextField } from '../src/index.ts';
import { Sheet, Specimen } from './sheet.tsx';

const long = 'a.very.long.address.that.does.not.fit.into.its.field@brightside-agency.example';

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
      <Specimen name="FieldError: under a control of one's own" onInk>
        <div className="flex flex-col gap-2">
          <label className="flex items-center gap-3">
            <input type="checkbox" aria-describedby="specimen-error" aria-invalid className="size-6" />I
            accept
          </label>
          <FieldError id="specimen-error">You must accept the terms and conditions</FieldError>
        </div>
      </Specimen>
    </Sheet>
  );
}
