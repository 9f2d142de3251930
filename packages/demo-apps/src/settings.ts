import type { App, AppServices, Row, Scene } from '@pocketfleet/phone-screen';
import { drawAppBar, drawRows, drawSearchBar, ROW_DP, Scroller } from '@pocketfleet/phone-screen';

type Page = 'main' | 'network' | 'apps' | 'battery' | 'display' | 'sound' | 'about';
const TITLES: Readonly<Record<Page, string>> = {
  main: 'Settings',
  network: 'Network & internet',
  apps: 'Apps',
  battery: 'Battery',
  display: 'Display',
  sound: 'Sound & vibration',
  about: 'About phone',
};

export function createSettings(services: AppServices): App {
  const { settings, model, battery } = services;
  let page: Page = 'main';
  const scroller = new Scroller(services.invalidate);

  const go = (next: Page) => () => {
    page = next;
    scroller.jumpTo(0);
  };
  const isOn = (namespace: 'global' | 'system' | 'secure', key: string, otherwise: string) =>
    (settings.get(namespace, key) ?? otherwise) !== '0';
  const switchRow = (
    title: string,
    namespace: 'global' | 'system' | 'secure',
    key: string,
    otherwise: '0' | '1',
    icon?: string,
  ): Row => {
    const checked = isOn(namespace, key, otherwise);
    return {
      title,
      checked,
      ...(icon ? { icon } : {}),
      onTap: () => settings.set(namespace, key, checked ? '0' : '1'),
    };
  };

  const pageRow = (to: Page, icon: string, color: string, detail: string): Row => {
    return { icon, color, title: TITLES[to], detail, onTap: go(to) };
  };
  const mainRows = (): Row[] => [
    pageRow('network', 'wifi', '#2f6fe0', 'Mobile, Wi-Fi, hotspot'),
    pageRow('apps', 'apps', '#c8742c', `${services.installed().length} apps`),
    pageRow(
      'battery',
      'battery_full',
      '#4d8f3a',
      `${battery.level}%${battery.charging ? ' · charging' : ''}`,
    ),
    pageRow('display', 'brightness_6', '#b0842a', 'Dark theme, brightness'),
    pageRow('sound', 'volume_up', '#3a8d8a', 'Volume, haptics'),
    pageRow('about', 'smartphone', '#5a6472', model.model),
  ];
  const nightMode = settings.get('secure', 'ui_night_mode') ?? '1';
  const displayRows = (): Row[] => {
    const dark = (settings.get('secure', 'ui_night_mode') ?? nightMode) === '2';
    const brightness = Math.round((Number(settings.get('system', 'screen_brightness') ?? 128) / 255) * 100);
    return [
      {
        icon: 'dark_mode',
        title: 'Dark theme',
        checked: dark,
        onTap: () => settings.set('secure', 'ui_night_mode', dark ? '1' : '2'),
      },
      { icon: 'brightness_6', title: 'Brightness level', value: `${brightness}%` },
      switchRow('Auto-rotate screen', 'system', 'accelerometer_rotation', '0', 'screen_rotation'),
      { icon: 'fit_screen', title: 'Display size', value: `${model.width} × ${model.height}` },
    ];
  };

  const rowsOf = (current: Page): Row[] => {
    switch (current) {
      case 'main':
        return mainRows();
      case 'network':
        return [
          switchRow('Wi-Fi', 'global', 'wifi_on', '1', 'wifi'),
          switchRow('Bluetooth', 'global', 'bluetooth_on', '0', 'bluetooth'),
          switchRow('Mobile data', 'global', 'mobile_data', '1', 'signal_cellular_alt'),
          switchRow('Airplane mode', 'global', 'airplane_mode_on', '0', 'airplanemode_active'),
        ];
      case 'apps':
        return services.installed().map((app) => ({
          icon: app.system ? 'android' : 'deployed_code',
          title: app.label,
          detail: app.name,
          value: app.versionName,
          onTap: () => services.startActivity({ package: app.name }),
        }));
      case 'battery':
        return [
          { icon: 'battery_full', title: 'Level', value: `${battery.level}%` },
          { icon: 'bolt', title: 'Status', value: battery.charging ? 'Charging' : 'Not charging' },
          {
            icon: 'thermostat',
            title: 'Temperature',
            value: `${(battery.temperatureTenths / 10).toFixed(1)} °C`,
          },
          switchRow('Battery Saver', 'global', 'low_power', '0', 'energy_savings_leaf'),
        ];
      case 'display':
        return displayRows();
      case 'sound': {
        const volume = Math.round((Number(settings.get('system', 'volume_music') ?? 8) / 15) * 100);
        return [
          { icon: 'music_note', title: 'Media volume', value: `${volume}%` },
          switchRow('Touch sounds', 'system', 'sound_effects_enabled', '1', 'touch_app'),
          switchRow('Vibration', 'system', 'haptic_feedback_enabled', '1', 'vibration'),
        ];
      }
      case 'about':
        return [
          { title: 'Device name', detail: settings.get('global', 'device_name') ?? model.model },
          { title: 'Model', detail: `${model.manufacturer} ${model.model}` },
          { title: 'Serial number', detail: model.serial },
          { title: 'Android version', detail: model.androidVersion },
          { title: 'API level', detail: String(model.apiLevel) },
          { title: 'Screen', detail: `${model.width} × ${model.height}, ${model.density} dpi` },
        ];
    }
  };

  const leave = go('main');
  const drawSearch = (scene: Scene, y: number) => {
    const theme = services.theme();
    const bar = { x: 16, y, width: scene.width - 32, height: 52 };
    const look = { text: 'Search settings', ground: theme.raised, color: theme.secondText };
    drawSearchBar(scene, bar, { ...look, id: 'search_action_bar_title' });
  };

  return {
    draw(scene) {
      const theme = services.theme();
      const back = page === 'main' ? undefined : leave;
      const top = drawAppBar(scene, theme, TITLES[page], back);
      const rows = rowsOf(page);
      const head = page === 'main' ? 68 : 0;
      const view = { x: 0, y: top, width: scene.width, height: scene.height - top };
      scroller.draw(scene, view, head + rows.length * ROW_DP + scene.insets.bottom + 24, () => {
        if (head > 0) drawSearch(scene, 4);
        drawRows(scene, theme, rows, head);
      });
    },
    onBack() {
      if (page === 'main') return false;
      leave();
      return true;
    },
    open(uri) {
      const wanted = uri.replace(/^.*[:/.]/, '').toLowerCase();
      if (wanted in TITLES) go(wanted as Page)();
    },
  };
}
