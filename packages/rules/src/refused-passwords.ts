// The most common passwords of 8 characters and more, in lower case: what guessers try first.
const common = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word pa55w0rd
  12345678 123456789 1234567890 87654321 987654321 0987654321 11111111 111111111 00000000 88888888 99999999
  12341234 11223344 112233445566 123123123 123321123 147258369 123654789 741852963 12345678a 123456789a
  a12345678 abcd1234 1234abcd abc12345 abcdefgh abcdefg1 abcdefghi 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx
  1qazxsw2 qazwsxedc qazwsx123 zaq12wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345
  qwertyuiop123 qwer1234 asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 zxcvbnm, iloveyou iloveyou1
  iloveyou2 iloveu123 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball
  superman superman1 batman123 starwars starwars1 trustno1 whatever whatever1 computer computer1 internet
  michelle jennifer jessica1 michael1 jordan23 charlie1 danielle samantha victoria alexander christian
  liverpool liverpool1 chelsea1 arsenal1 barcelona manchester metallica mercedes corvette maverick midnight
  changeme changeme1 changeme123 letmein1 letmein123 welcome1 welcome12 welcome123 welcome1234 admin123
  admin1234 administrator root1234 toor1234 test1234 testtest testing1 testing123 default1 guest123 user1234
  login123 master123 dragon123 monkey123 shadow123 hello123 hello1234 freedom1 secret123 security1 access14
  android1 samsung1 samsung123 google123 facebook1 spiderman pokemon1 minecraft pocketfleet pocketfleet1`.split(
    /\s+/,
  ),
);

export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
