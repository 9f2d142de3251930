// A customer's own test with WebdriverIO: signs in to an app on a phone, and prints what it has read as JSON.
// `session.mjs APPIUM-PORT ADB-SERVER-PORT SERIAL`
import { remote } from 'webdriverio';

const [port, adbPort, serial] = process.argv.slice(2);
const driver = await remote({
  hostname: '127.0.0.1',
  port: Number(port),
  logLevel: 'error',
  connectionRetryCount: 0,
  capabilities: {
    platformName: 'Android',
    'appium:automationName': 'UiAutomator2',
    'appium:udid': serial,
    'appium:adbPort': Number(adbPort),
    'appium:suppressKillServer': true,
    'appium:appPackage': 'com.android.signin',
    'appium:appActivity': '.SignInActivity',
  },
});
try {
  const name = await driver.$('id=user_field');
  await name.setValue('ada');
  await driver.$('id=secret_field').setValue('correct horse');
  const typed = await name.getText();
  const masked = await driver.$('id=secret_field').getText();
  await driver.$('//android.widget.Button[@text="Show password"]').click();
  const shown = await driver.$('id=secret_field').getText();
  await driver.$('android=new UiSelector().className("android.widget.Button").text("Sign in")').click();
  const outcome = await driver.$('id=outcome').getText();
  const isMissing = !(await driver.$('~nothing has this name').isExisting());
  const picture = Buffer.from(await driver.takeScreenshot(), 'base64').toString('latin1', 1, 4);
  const { width, height } = await driver.getWindowSize();
  const source = await driver.getPageSource();
  const app = await driver.getCurrentPackage();
  console.log(
    JSON.stringify({
      typed,
      masked,
      shown,
      outcome,
      isMissing,
      picture,
      isPortrait: height > width,
      isInSource: source.includes('text="Signed in as ada"'),
      app,
    }),
  );
} finally {
  await driver.deleteSession();
}
