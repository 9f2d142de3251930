export const secrets = 'Secrets';
export const addSecret = 'Add secret';
export const newSecret = 'New secret';
export const newSecretLead =
  'You and your programs type it on your phones by its name. Nobody can read it again, and it’s hidden wherever a phone shows it.';
export const name = 'Name';
export const nameHint = 'Programs type it by this name';
export const value = 'Secret';
export const valueHint = 'At least 4 characters';
export const apps = 'Apps';
export const appsHint = 'Package names, one a line, for example com.example.bank';
export const anyField = 'Any field of these apps';
export const anyFieldHint = 'Without this, it’s typed only into password fields.';
export const cancel = 'Cancel';
export const saved = 'The secret was saved.';
export const remove = 'Delete';
export const removeNamed = (secret: string) => `Delete ${secret}`;
export const removeTitle = 'Delete this secret?';
export const removeText = (secret: string) =>
  `“${secret}” can’t be typed any more. Fields that already contain it keep it.`;
export const removed = 'The secret was deleted.';
export const passwordFields = 'Password fields';
export const allFields = 'Any field';
export const allPhones = 'All phones';
export const somePhones = (count: number) => (count === 1 ? '1 phone' : `${count} phones`);
export const neverUsed = 'Never used';
export const used = (age: string) => `Used ${age}`;
export const noSecrets = 'No secrets yet';
export const noSecretsText =
  'Store a password here, and programs type it on your phones by its name, without ever seeing it.';
export const loading = 'Loading secrets';
export const notLoaded = 'Your secrets couldn’t be loaded';
export const nothingChanged = 'Nothing was changed. Please try again.';
export const retry = 'Try again';
export const notAllowed = 'Secrets are not for your role';
export const notAllowedText = 'Ask the owner of this team for the permission “Type secrets”.';
export const notDone = (reason: string | null) => reason ?? 'That didn’t work. Please try again.';
export const whoTypesIt = 'Who types it';
export const allWhoMay = 'Everybody with the permission “Type secrets”';
export const namedOnes = 'Only these people, keys and programs';
export const you = 'You';
export const member = 'Member';
export const key = 'Key';
export const program = 'Connected program';
export const chooseWho = 'Choose at least one.';
export const somePrincipals = (count: number) => `For ${count} by name`;

// In the session page.
export const typeOne = 'Stored secrets';
export const typeOneHint =
  'Choose the field on the phone, then the secret. It’s typed there without being shown, and only into fields that it’s for.';
export const typeIt = 'Type';
export const typeNamed = (secret: string) => `Type the secret ${secret}`;
export const forApps = (apps: readonly string[]) => apps.join(', ');
export const noneForPhone = 'No secret is stored for this phone.';
export const storeOne = 'Store one';
export const theSecrets = 'The stored secrets';
